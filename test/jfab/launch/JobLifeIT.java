package jfab.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.Year;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import jfab.connection.RequiresOpenSsh;
import jfab.dsl.fabfile.FabfileReader;
import jfab.launch.LightCluster.Part;
import jfab.task.Body;
import jfab.task.Task;
import jfab.task.TaskEvent;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is done with jobs after their start, on two real OpenSSH hosts. */
@RequiresOpenSsh
class JobLifeIT {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    static Path folder;

    private static LightCluster cluster;
    private static int stamps;

    private final List<String> said = Collections.synchronizedList(new ArrayList<>());
    private String stamp = "";

    @BeforeAll
    static void startHosts() throws Exception {
        cluster = new LightCluster(2);
        Files.writeString(folder.resolve("fabfile.groovy"), "cluster { hosts 'a', 'b'; rootDir 'work' }\n");
    }

    @AfterAll
    static void stopHosts() throws Exception {
        cluster.close();
    }

    @BeforeEach
    void nextStamp() {
        stamp = String.format("203001010000%02d", stamps++);
    }

    /** Runs a command with its parameters by name; what it prints is in {@code said}. */
    private void jfab(String command, Map<String, ?> values) throws Exception {
        Task task = Objects.requireNonNull(new FabfileReader(this::heard)
                .read(folder.resolve("fabfile.groovy"))
                .tasks()
                .get(command));
        List<@Nullable Object> arguments = new ArrayList<>();
        task.parameters()
                .forEach(parameter -> arguments.add(
                        values.containsKey(parameter.name()) ? values.get(parameter.name()) : parameter.value()));
        switch (task.body()) {
            case Body.AllHosts body -> body.run(cluster.group(), arguments);
            case Body.EachHost body -> throw new AssertionError(body);
        }
    }

    private void heard(TaskEvent event) {
        if (event instanceof TaskEvent.Line line) {
            said.add(line.text());
        } else if (event instanceof TaskEvent.Notice notice) {
            said.add(notice.text());
        }
    }

    private String all() {
        return String.join("\n", said);
    }

    private long saying(String regex) {
        return said.stream()
                .filter(line -> Pattern.compile(regex).matcher(line).find())
                .count();
    }

    private static void await(Callable<Boolean> condition) throws Exception {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (!condition.call()) {
            assertTrue(System.nanoTime() < deadline, "not within " + LIMIT);
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    private static void awaitEnd(JobId job, Part... parts) throws Exception {
        for (Part part : parts) {
            await(() -> Files.exists(cluster.job(part.host(), job).resolve(".jfab/" + part.name() + ".exit")));
        }
    }

    @Test
    void twoJobsOfOneUserOnTheSameHostsDoNotSeeEachOtherAndKillingOneLeavesTheOther() throws Exception {
        JobId one =
                cluster.start(stamp, Map.of(), Part.server(0, 0, "exec sleep 60"), Part.trainer(1, 0, "exec sleep 60"));
        nextStamp();
        JobId other =
                cluster.start(stamp, Map.of(), Part.server(0, 0, "exec sleep 60"), Part.trainer(1, 0, "exec sleep 60"));
        jfab("kill", Map.of("job", one.toString()));
        assertEquals(List.of(one + ": ended 2 processes"), said);
        said.clear();
        jfab("jobs", Map.of());
        assertEquals(1, saying(one + " +killed .* 0 running +0 ended +2 failed"), all());
        assertEquals(1, saying(other + " +running .* 2 running +0 ended +0 failed"), all());
        said.clear();
        jfab("kill", Map.of("job", other.toString()));
        jfab("kill", Map.of("job", other.toString()));
        assertEquals(List.of(other + ": ended 2 processes", other + ": nothing runs"), said);
    }

    @Test
    void whatDiedFirstOnAnyHostIsNamedWithItsErrorAndThenWhoFollowed() throws Exception {
        Path died = folder.resolve("died" + stamp);
        Part trainer = Part.trainer(
                0,
                0,
                "echo waiting; while [ ! -e " + died
                        + " ]; do sleep 0.05; done; sleep 0.3; echo 'connection refused by pserver, maybe pserver failed!'; exit 3");
        Part server = Part.server(
                1, 0, "echo starting; echo 'bind: Address already in use'; echo bye; touch " + died + "; exit 9");
        Part aborted = Part.trainer(1, 1, "exit 3");
        JobId job = cluster.start(stamp, Map.of(), server, aborted, trainer);
        awaitEnd(job, server, trainer, aborted);
        jfab("status", Map.of("job", job.toString()));
        assertEquals(
                1,
                saying("^" + cluster.hosts().get(1)
                        + ": pserver 0 died first, \\d\\d:\\d\\d:\\d\\d, exited with 9: bind: Address already in use \\("
                        + job + ", log/pserver-0\\.log\\)$"),
                all());
        assertEquals(
                1, saying("^then trainer 1 on .* \\(exited with 3\\), trainer 0 on .* \\(exited with 3\\)$"), all());
        assertEquals(0, saying("maybe pserver failed"), all());
        assertEquals(1, saying(cluster.hosts().get(1) + " +pserver +0 +\\d+ .* 0 +exited with 9$"), all());
    }

    @Test
    void theClockOfAHostThatGoesWrongDoesNotChangeWhoDiedFirst() throws Exception {
        Path bin = Files.createDirectories(cluster.server(0).folder().resolve("home/bin"));
        Path date = bin.resolve("date");
        // An hour ahead: by the hosts' own clocks, the process there dies last.
        Files.writeString(date, "#!/bin/sh\n[ $# = 1 ] || exec /bin/date \"$@\"\nexec /bin/date -d '+1 hour' \"$@\"\n");
        assertTrue(date.toFile().setExecutable(true));
        try {
            Path died = folder.resolve("died" + stamp);
            Part first = Part.trainer(0, 0, "touch " + died + "; exit 7");
            Part second = Part.trainer(1, 1, "while [ ! -e " + died + " ]; do sleep 0.05; done; sleep 0.3; exit 8");
            JobId job = cluster.start(stamp, Map.of(), second, first);
            awaitEnd(job, first, second);
            jfab("status", Map.of("job", job.toString()));
            assertEquals(1, saying(": trainer 0 died first, .*, exited with 7"), all());
        } finally {
            Files.delete(date);
        }
    }

    @Test
    void aRankThatIsKilledFromOutsideIsNamedWithItsSignal() throws Exception {
        Part trainer = Part.trainer(0, 0, "echo working; kill -9 $$");
        JobId job = cluster.start(stamp, Map.of(), trainer);
        awaitEnd(job, trainer);
        jfab("status", Map.of("job", job.toString()));
        assertEquals(1, saying("trainer 0 died first, .*, killed by SIGKILL \\(out of memory\\? see dmesg\\)"), all());
    }

    @Test
    void attachShowsAllRanksUntilTheJobEndsAndHasItsExitCode() throws Exception {
        Path go = folder.resolve("go" + stamp);
        String wait = "echo ready; while [ ! -e " + go + " ]; do sleep 0.05; done; ";
        JobId job = cluster.start(
                stamp,
                Map.of(),
                Part.server(0, 0, wait + "echo served"),
                Part.trainer(1, 0, wait + "printf 'no end of line'; exit 42"));
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<LaunchException> attached = threads.submit(() ->
                    assertThrows(LaunchException.class, () -> jfab("attach", Map.of("job", job.toString()))));
            await(() -> saying("ready") == 2);
            Files.createFile(go);
            LaunchException failure = attached.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            assertEquals(42, failure.exitCode());
            assertTrue(failure.getMessage().contains("trainer 0 died first"), failure::getMessage);
        }
        String trainer = Pattern.quote("[" + cluster.hosts().get(1) + " trainer 0] ");
        assertEquals(1, saying("^" + trainer + "no end of line$"), all());
        assertEquals(1, saying("^" + Pattern.quote("[" + cluster.hosts().get(0) + " pserver 0] ") + "served$"), all());
    }

    @Test
    void interruptingAttachLeavesTheJobAloneAndSaysSo() throws Exception {
        JobId job = cluster.start(stamp, Map.of(), Part.trainer(0, 0, "echo ready; exec sleep 60"));
        Thread attached = Thread.ofVirtual().start(() -> {
            try {
                jfab("attach", Map.of("job", job.toString()));
            } catch (Exception e) {
                said.add(e.getClass().getSimpleName());
            }
        });
        await(() -> saying("ready") == 1);
        attached.interrupt();
        assertTrue(attached.join(LIMIT));
        assertEquals(1, saying("^" + job + " goes on; jfab attach " + job + " follows it again"), all());
        assertEquals(1, saying("InterruptedException"), all());
        said.clear();
        jfab("kill", Map.of("job", job.toString()));
        assertEquals(List.of(job + ": ended 1 process"), said);
    }

    @Test
    void followingALogLosesAndDoublesNoLineWhenItsConnectionIsKilled() throws Exception {
        int lines = 400;
        JobId job = cluster.start(
                stamp,
                Map.of(),
                Part.trainer(
                        0,
                        0,
                        "i=0; while [ $i -lt " + lines
                                + " ]; do i=$((i + 1)); printf \"step \"; printf \"$i\\n\"; sleep 0.01; done"));
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> followed = threads.submit(() -> {
                jfab("tail-log", Map.of("job", job.toString(), "follow", true, "lines", 1000));
                return true;
            });
            for (int broken = 1; broken <= 3; broken++) {
                int seen = broken * 60;
                await(() -> said.size() >= seen);
                cluster.server(0).breakConnections();
            }
            followed.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
        String prefix = "[" + cluster.hosts().getFirst() + " trainer 0] step ";
        assertEquals(IntStream.rangeClosed(1, lines).mapToObj(i -> prefix + i).toList(), said);
    }

    @Test
    void tailLogChoosesByRoleRankTimeAndExpression() throws Exception {
        String glog = "printf 'I1121 08:00:00.000000 1 a.cc:1] old\\nI1121 08:00:01.5 1 a.cc:1] new\\nrest of new\\n'";
        Part[] parts = {
            Part.server(0, 0, "echo serving"),
            Part.trainer(0, 0, "for i in 1 2 3; do echo loss $i; done"),
            Part.trainer(1, 1, glog)
        };
        JobId job = cluster.start(stamp, Map.of(), parts);
        awaitEnd(job, parts);
        String id = job.toString();
        String zero = "[" + cluster.hosts().get(0) + " trainer 0] ";
        jfab("tail-log", Map.of("job", id, "role", "pserver"));
        assertEquals(List.of("[" + cluster.hosts().get(0) + " pserver 0] serving"), said);
        said.clear();
        jfab("tail-log", Map.of("job", id, "role", "trainer", "rank", 0, "lines", 2));
        assertEquals(List.of(zero + "loss 2", zero + "loss 3"), said);
        said.clear();
        jfab("tail-log", Map.of("job", id, "grep", "s [12]$", "lines", 1));
        assertEquals(List.of(zero + "loss 2"), said);
        said.clear();
        int year = Year.now(ZoneId.systemDefault()).getValue();
        jfab("tail-log", Map.of("job", id, "rank", 1, "since", year + "-11-21T08:00:01"));
        assertEquals(2, saying("new"), all());
        assertEquals(0, saying("old"), all());
    }

    @Test
    void aRankThatSaysNothingIsCalledSilent() throws Exception {
        JobId job = cluster.start(
                stamp,
                Map.of(),
                Part.trainer(0, 0, "exec sleep 60"),
                Part.trainer(1, 1, "while :; do echo step; sleep 0.1; done"));
        Path log = cluster.job(0, job).resolve("log/trainer-0.log");
        Files.setLastModifiedTime(log, FileTime.from(Instant.now().minusSeconds(300)));
        jfab("status", Map.of("job", job.toString()));
        assertEquals(1, saying("^silent, neither log nor metrics grow: trainer 0 on \\S+ for 30\\d s$"), all());
        jfab("kill", Map.of("job", job.toString()));
    }

    @Test
    void aJobBeginsAgainInItsDirectoryOnlyWhenNothingOfItRuns() throws Exception {
        String line =
                "mkdir -p keep; [ -e keep/step ] && echo goes on from $(cat keep/step) && exit 0; echo 5 >keep/step;"
                        + " echo fresh; exec sleep 60";
        Part trainer = Part.trainer(0, 0, line);
        JobId job = cluster.start(stamp, Map.of("JFAB_CHECKPOINT_DIR", "keep"), trainer);
        Map<String, Object> again = Map.of("job", job.toString(), "from_checkpoint", true);
        assertTrue(assertThrows(LaunchException.class, () -> jfab("restart", again))
                .getMessage()
                .contains(job + " still runs"));
        await(() -> Files.exists(cluster.job(0, job).resolve("keep/step")));
        jfab("kill", Map.of("job", job.toString()));
        jfab("restart", again);
        awaitEnd(job, trainer);
        assertEquals(
                List.of("fresh", "jfab: trainer-0 begins again", "goes on from 5"),
                Files.readAllLines(cluster.job(0, job).resolve("log/trainer-0.log")));
        said.clear();
        jfab("jobs", Map.of());
        assertEquals(1, saying(job + " +ended .* 1 ended"), all());
    }

    @Test
    void aJobWithoutCheckpointsIsNotBegunAgain() throws Exception {
        Part trainer = Part.trainer(0, 0, "exit 0");
        JobId job = cluster.start(stamp, Map.of(), trainer);
        awaitEnd(job, trainer);
        assertTrue(assertThrows(
                        LaunchException.class,
                        () -> jfab("restart", Map.of("job", job.toString(), "from_checkpoint", true)))
                .getMessage()
                .contains("kept no checkpoints"));
    }

    @Test
    void fetchBringsModelsAndLogsOfAllHosts() throws Exception {
        Part[] parts = {
            Part.trainer(0, 0, "mkdir -p output/pass-00000; echo model >output/pass-00000/w; echo trained"),
            Part.trainer(1, 1, "echo helped")
        };
        JobId job = cluster.start(stamp, Map.of(), parts);
        awaitEnd(job, parts);
        Files.writeString(cluster.job(1, job).resolve(".jfab/trainer-1.environment"), "export HERE='1'\n");
        jfab(
                "fetch",
                Map.of("job", job.toString(), "to", folder.resolve("fetched").toString()));
        Path local = folder.resolve("fetched").resolve(job.toString());
        String one =
                cluster.hosts().get(0).name() + "_" + cluster.hosts().get(0).port();
        String other =
                cluster.hosts().get(1).name() + "_" + cluster.hosts().get(1).port();
        assertEquals("model\n", Files.readString(local.resolve(one).resolve("output/pass-00000/w")));
        assertEquals("trained\n", Files.readString(local.resolve(one).resolve("log/trainer-0.log")));
        assertEquals("helped\n", Files.readString(local.resolve(other).resolve("log/trainer-1.log")));
        assertTrue(Files.exists(local.resolve(one).resolve(".jfab/events")));
        assertTrue(Files.exists(local.resolve(other).resolve(".jfab/trainer-1.environment")));
        assertFalse(Files.exists(local.resolve(one).resolve(".jfab/token")));
    }

    @Test
    void aJobIsNamedByWhatIsUnambiguousAndAWrongIdIsAnsweredWithTheNearest() throws Exception {
        Part trainer = Part.trainer(0, 0, "exit 0");
        JobId job = cluster.start(stamp, Map.of(), trainer);
        awaitEnd(job, trainer);
        jfab("status", Map.of("job", stamp.substring(8)));
        assertTrue(said.getFirst().startsWith(job + "  ended"), all());
        String wrong = "JOB2031" + stamp.substring(4);
        assertTrue(assertThrows(LaunchException.class, () -> jfab("status", Map.of("job", wrong)))
                .getMessage()
                .startsWith("there is no job '" + wrong + "'; there is " + job));
    }
}
