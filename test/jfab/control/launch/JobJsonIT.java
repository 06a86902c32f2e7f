package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import groovy.json.JsonSlurper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import jfab.control.launch.LightCluster.Part;
import org.junit.jupiter.api.Test;

/** What tasks about jobs answer with --json: one object, as docs/schemas says, also where a job has failed or a host is down. */
@WithLightCluster.Hosts(2)
class JobJsonIT extends WithLightCluster {
    private static final String WORK = "mkdir -p output; echo model >output/w; echo 'wörking \033[31m'; exec sleep 60";

    /** The answer of {@code line}, which ends with {@code code} and says nothing else on standard output. */
    private static Map<?, ?> answer(CommandLines jfab, int code, String command, String... more) throws Exception {
        String[] line =
                Stream.concat(Stream.of(command, "--json"), Stream.of(more)).toArray(String[]::new);
        assertEquals(code, jfab.run(line), jfab.all());
        assertEquals(1, jfab.saying("^\\{.*\\}$"), jfab.all());
        String json = jfab.all()
                .lines()
                .filter(each -> each.startsWith("{"))
                .findFirst()
                .orElseThrow();
        assertTrue(json.matches("[ -~]*"), json);
        var schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(Path.of("docs/schemas", command + ".json")));
        assertEquals(List.of(), schema.validate(json, InputFormat.JSON), json);
        return (Map<?, ?>) new JsonSlurper().parseText(json);
    }

    private static Map<?, ?> answer(int code, String command, String... more) throws Exception {
        return answer(jfab, code, command, more);
    }

    private static List<?> list(Map<?, ?> answer, String name) {
        return (List<?>) field(answer, name);
    }

    private static Object field(Object map, String name) {
        return Objects.requireNonNull(((Map<?, ?>) map).get(name), name);
    }

    @Test
    void ofAJobThatRunsIsFetchedAndKilled() throws Exception {
        Part trainer = Part.trainer(0, 0, WORK);
        JobId job = cluster.start(nextStamp(), Map.of(), trainer);
        LightCluster.await(cluster.job(0, job).resolve("output/w"));
        Map<?, ?> status = answer(0, "status", job.toString());
        assertEquals("running", status.get("state"));
        Object process = list(status, "processes").getFirst();
        assertEquals("running", field(process, "state"));
        assertTrue((int) field(process, "pid") > 1);
        assertEquals(null, status.get("failure"));
        Object listed = list(answer(0, "jobs"), "jobs").stream()
                .filter(each -> job.toString().equals(field(each, "job")))
                .findFirst()
                .orElseThrow();
        assertEquals(1, field(listed, "running"));
        Map<?, ?> fetched =
                answer(0, "fetch", job.toString(), "--to", folder.resolve("got").toString());
        Path there = Path.of(String.valueOf(field(list(fetched, "hosts").getFirst(), "folder")));
        assertEquals("model\n", Files.readString(there.resolve("output/w")));
        assertEquals(1, answer(0, "kill", job.toString()).get("ended"));
        cluster.awaitEnd(job, trainer);
        assertEquals("killed", answer(0, "status", job.toString()).get("state"));
        assertEquals(0, answer(0, "kill", job.toString()).get("ended"));
    }

    @Test
    void ofAJobThatHasPutAProcessIntoASessionOfItsOwn() throws Exception {
        JobId job = cluster.start(
                nextStamp(), Map.of(), Part.trainer(0, 0, "setsid sh -c 'touch apart; exec sleep 60' & exec sleep 60"));
        LightCluster.await(cluster.job(0, job).resolve("apart"));
        Map<?, ?> killed = answer(0, "kill", job.toString());
        assertEquals(1, killed.get("ended"));
        assertEquals(1, killed.get("strayed"));
    }

    @Test
    void ofAJobThatFailed() throws Exception {
        Part trainer = Part.trainer(0, 0, "echo 'no \"memory\"'; exit 5");
        JobId job = cluster.start(nextStamp(), Map.of(), trainer);
        cluster.awaitEnd(job, trainer);
        Map<?, ?> status = answer(5, "status", job.toString(), "--exit-code");
        assertEquals("failed", status.get("state"));
        assertEquals(5, field(list(status, "processes").getFirst(), "exitCode"));
        Object failure = field(status, "failure");
        assertTrue(String.valueOf(field(failure, "sentence")).contains("trainer 0 died first"), failure::toString);
        assertEquals(List.of("no \"memory\""), field(failure, "lines"));
    }

    @Test
    void ofAHostThatIsDown() throws Exception {
        CommandLines three = new CommandLines(
                Files.createDirectories(folder.resolve("three")),
                Stream.concat(cluster.hosts().stream(), Stream.of(cluster.closed()))
                        .toList(),
                cluster.group().connector());
        JobId job = cluster.start(
                nextStamp(), Map.of(), Part.trainer(0, 0, WORK), Part.trainer(1, 1, WORK), Part.trainer(2, 2, WORK));
        LightCluster.await(cluster.job(1, job).resolve("output/w"));
        String down = cluster.closed().toString();
        Map<?, ?> status = answer(three, 4, "status", job.toString());
        assertEquals(down, field(list(status, "failedHosts").getFirst(), "host"));
        assertEquals(true, field(list(status, "failedHosts").getFirst(), "unreachable"));
        assertEquals("running", status.get("state"));
        assertEquals("unknown", field(list(status, "processes").getLast(), "state"));
        assertEquals(null, ((Map<?, ?>) list(status, "processes").getLast()).get("restarts"));
        assertEquals(1, list(answer(three, 4, "jobs"), "failedHosts").size());
        assertEquals(
                2,
                list(
                                answer(
                                        three,
                                        4,
                                        "fetch",
                                        job.toString(),
                                        "--to",
                                        folder.resolve("of").toString()),
                                "hosts")
                        .size());
        Map<?, ?> killed = answer(three, 4, "kill", job.toString());
        assertEquals(2, killed.get("ended"));
        assertEquals(down, field(list(killed, "mayRun").getFirst(), "host"));
        answer(three, 4, "prune", "--older-than", "0s", "--show");
    }

    @Test
    void ofWhatIsStartedAndRemoved() throws Exception {
        Path at = Files.createDirectories(folder.resolve("started"));
        Files.writeString(at.resolve("train.sh"), "echo trained; exec sleep 60\n");
        // What an earlier training left here is not this job's.
        for (String old : List.of("output/model", "got/JOB20260101000000/a/output/model")) {
            Path file = at.resolve(old);
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            Files.writeString(file, "old");
        }
        CommandLines train = new CommandLines(
                at,
                cluster.hosts(),
                cluster.group().connector(),
                "trainers each: 1\ncommand role: 'trainer', ['sh', 'train.sh']");
        Map<?, ?> started = answer(train, 0, "cluster-train", "--detach", "-p", at.toString());
        assertEquals(2, list(started, "processes").size());
        assertEquals(1, train.saying("not sent: 2 files of earlier results, one of them got/JOB"), train.all());
        try (Stream<Path> sent = Files.walk(cluster.job(0, JobId.parse(String.valueOf(started.get("job")))))) {
            assertTrue(sent.noneMatch(file -> file.endsWith("model")));
        }
        String job = String.valueOf(started.get("job"));
        assertEquals(2, answer(train, 0, "kill", job).get("ended"));
        LightCluster.await(cluster.job(0, JobId.parse(job)).resolve(".jfab/trainer-0.exit"));
        LightCluster.await(cluster.job(1, JobId.parse(job)).resolve(".jfab/trainer-1.exit"));
        Map<?, ?> shown = answer(train, 0, "prune", "--older-than", "0s", "--show");
        assertEquals(false, shown.get("removed"));
        assertTrue(list(shown, "items").stream().anyMatch(item -> job.equals(field(item, "job"))), shown::toString);
        assertTrue(Files.exists(cluster.job(0, JobId.parse(job))));
        assertEquals(true, answer(train, 0, "prune", "--older-than", "0s").get("removed"));
        assertTrue(Files.notExists(cluster.job(0, JobId.parse(job))));
    }

    @Test
    void ofAJobThatBeginsAgain() throws Exception {
        Part trainer = Part.trainer(0, 0, "echo again");
        JobId job = cluster.start(nextStamp(), Map.of("JFAB_CHECKPOINT_DIR", "kept"), trainer);
        cluster.awaitEnd(job, trainer);
        assertEquals(
                job.toString(),
                answer(0, "restart", job.toString(), "--from-checkpoint").get("job"));
        cluster.awaitEnd(job, trainer);
    }

    @Test
    void aFollowedJobIsRefused() throws Exception {
        assertEquals(2, jfab.run("cluster-train", "--json", "-p", folder.toString()), jfab.all());
        assertEquals(1, jfab.saying("--json takes --detach"), jfab.all());
    }
}
