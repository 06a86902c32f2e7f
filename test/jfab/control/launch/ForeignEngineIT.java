package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jfab.control.cli.JfabProcess;
import jfab.control.cli.JfabProcess.Ended;
import jfab.tools.Await;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code jfab cluster-train} with a program that trains as PyTorch's DDP does, on two real OpenSSH hosts. */
@Needs({Tool.SSHD, Tool.PYTHON})
class ForeignEngineIT {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Pattern BEGUN =
            Pattern.compile("rank (\\d) of \\d, attempt (\\d), port (\\d+), threads (\\d+)");

    @TempDir
    static Path folder;

    private static SshdHosts hosts;

    @BeforeAll
    static void startHosts() throws IOException, InterruptedException {
        hosts = SshdHosts.start(folder, 2);
        Path work = Files.createDirectories(folder.resolve("package"));
        Files.copy(Path.of("test/jfab/control/launch/like_ddp.py"), work.resolve("train.py"));
    }

    @AfterAll
    static void stopHosts() throws IOException {
        hosts.close();
    }

    /** Starts a job whose root directory is {@code name}, with two trainers on each of two hosts. */
    private static JfabProcess train(String name, String more, String... words) throws IOException {
        Path fabfile = Files.writeString(folder.resolve(name + ".groovy"), """
                cluster {
                    hosts %s
                    rootDir '%s'
                    port 18664
                    trainers each: 2
                    grace 1
                    command role: 'trainer', ['python3', 'train.py']
                    %s
                }
                """.formatted(hosts.quoted(), name, more));
        return words.length > 0 ? hosts.jfab(fabfile, words) : hosts.train(fabfile);
    }

    private static List<Matcher> begun(String name, int host, String log) throws IOException {
        return Files.readAllLines(hosts.job(host, name).resolve("log/" + log)).stream()
                .map(BEGUN::matcher)
                .filter(Matcher::matches)
                .toList();
    }

    @Test
    void noServerStartsAndNoEngineIsSentWhereNothingUsesThem() throws Exception {
        Ended alone =
                train("alone", "", "-n", "cluster-train", "-j", "/deployed").end(LIMIT);
        assertEquals(0, alone.exitCode(), alone.text());
        assertEquals(0, alone.count("pserver|engine"), alone.text());
        assertEquals(4, alone.count("trainer \\d: python3 train.py"), alone.text());
        Ended own = train("own", "command role: 'pserver', ['serve']", "-n", "cluster-train", "-j", "/deployed")
                .end(LIMIT);
        assertEquals(2, own.count("pserver \\d: serve"), own.text());
    }

    @Test
    void whenOneTrainerIsKilledAllBeginAgainAtAnotherPortAndThatIsOneAttempt()
            throws IOException, InterruptedException {
        Ended ended = train("killed", "restart trainer: 2\nenvironment DIES: '1 0 3 KILL'")
                .end(LIMIT);
        assertEquals(0, ended.exitCode(), ended::text);
        assertEquals(
                1, ended.count("trainer \\d on \\S+ failed; all trainers begin again, attempt 1 of 2"), ended::text);
        assertEquals(1, ended.count("begin again"), ended::text);
        assertEquals(
                1,
                ended.count("JOB\\d+: jfab does not encrypt what processes of another engine send each other\n"),
                ended::text);
        for (int rank = 0; rank < 4; rank++) {
            List<Matcher> lives = begun("killed", 1 + rank / 2, rank % 2 == 0 ? "train.log" : "train-" + rank + ".log");
            assertEquals(2, lives.size(), ended::text);
            assertEquals("0", lives.getFirst().group(2));
            assertEquals("1", lives.getLast().group(2));
            assertNotEquals(lives.getFirst().group(3), lives.getLast().group(3));
            Path job = hosts.job(1 + rank / 2, "killed");
            String record = Files.readString(job.resolve(".jfab/trainer-" + rank + ".process"));
            assertTrue(record.contains("restarts 1\n"), record);
            assertEquals(1, ended.count("trainer " + rank + "\\] step 10 loss 0.1000"), ended::text);
        }
    }

    @Test
    void hostsOnWhichNothingRunsAreNotCounted() throws IOException, InterruptedException {
        Ended ended = train("one", "trainers 1").end(LIMIT);
        assertEquals(0, ended.exitCode(), ended::text);
        assertEquals(1, ended.count(": 1 trainer on 1 of 2 hosts, in "), ended::text);
    }

    @Test
    void whoHasEndedWellBeforeTheOthersMissItIsNamedAndNoAttemptIsMade() throws IOException, InterruptedException {
        Ended ended = train("early", "restart trainer: 2\nenvironment DIES: '3 0 4 END'")
                .end(LIMIT);
        assertEquals(1, ended.exitCode(), ended::text);
        assertEquals(
                1,
                ended.count("(?m)^jfab: \\S+: trainer \\d died first, .*exited with 1, after trainer 3 on"
                        + " 127\\.0\\.0\\.2\\S* had ended well at [\\d:]{8}, so that no more attempts are made\\b"),
                ended::text);
        assertEquals(0, ended.count("all trainers begin again"), ended::text);
    }

    @Test
    void theVerdictNamesTheFirstDeathAndNoLineThatDoesNotExplainIt() throws IOException, InterruptedException {
        String more = "restart trainer: 2\nenvironment DIES: '1 0 3 KILL', REFUSED: '2 1,0 2,3 2'";
        JfabProcess job = train("refused", more);
        Ended ended = job.end(LIMIT);
        assertEquals(137, ended.exitCode(), ended::text);
        // It may not have begun the second time by then: the others are refused at once.
        assertEquals(
                1,
                ended.count("(?m)^jfab: \\S+: trainer 1 died first, [\\d:]{8}, killed by SIGKILL \\(out of memory\\?"
                        + " see dmesg\\), which (?:2 restarts|1 restart) did not mend \\(JOB\\d+, log/train-1\\.log\\);"
                        + " in the end trainer \\d on \\S+ exited with 1: ConnectionRefusedError: \\[Errno 111] Connection"
                        + " refused$"),
                ended::text);
        assertEquals(1, ended.count("begin again, attempt 1 of 2"), ended::text);
        assertEquals(1, ended.count("begin again, attempt 2 of 2"), ended::text);
        assertEquals(List.of(), SshdHosts.running(hosts.job(1, "refused")));
        assertEquals(List.of(), SshdHosts.running(hosts.job(2, "refused")));
        Ended status = train("refused", more, "status", "--exit-code").end(LIMIT);
        assertEquals(137, status.exitCode(), status::text);
        assertEquals(1, status.count("(?m)^127\\S+ +trainer +3 +\\d+ +\\S+ \\S+ +2  "), status::text);
        Path page = folder.resolve("refused.html");
        Ended report = train("refused", more, "report", "--to", page.toString()).end(LIMIT);
        assertEquals(0, report.exitCode(), report::text);
        String html = Files.readString(page);
        int cause = html.indexOf("trainer 1 died first");
        assertTrue(cause > 0 && cause < html.indexOf("class=\"charts\""), html);
    }

    @Test
    void theFirstDeathIsNamedAlsoWhileThatTrainerWaitsForOneThatHasFailedForGood()
            throws IOException, InterruptedException {
        String more = "restart trainer: 1\nenvironment DIES: '3 0 3 KILL', REFUSED: '0 1'";
        String work = folder.resolve("package").toString();
        Ended begun =
                train("waiting", more, "cluster-train", "-p", work, "--detach").end(LIMIT);
        assertEquals(0, begun.exitCode(), begun::text);
        // Nobody tells the hosts to, and so each begins the new attempt when it has missed the other for a while.
        Path there = hosts.job(2, "waiting");
        Await.until(
                "trainer 3 runs again, and trainer 0 has failed for good",
                () -> Files.readString(there.resolve(".jfab/trainer-3.process")).contains("restarts 1\n")
                        && Files.exists(hosts.job(1, "waiting").resolve(".jfab/trainer-0.exit")));
        Ended status = train("waiting", more, "status").end(LIMIT);
        assertEquals(1, status.count("(?m)^127\\S+ +trainer +3 .* running$"), status::text);
        assertEquals(
                1,
                status.count("(?m)^127\\S+: trainer 3 died first, [\\d:]{8}, killed by SIGKILL \\(out of memory\\? see"
                        + " dmesg\\), which 1 restart did not mend \\(JOB\\d+, log/train-3\\.log\\); in the end trainer 0 on"
                        + " \\S+ exited with 1: ConnectionRefusedError: \\[Errno 111] Connection refused$"),
                status::text);
        assertEquals(0, train("waiting", more, "kill").end(LIMIT).exitCode());
        Ended killed = train("waiting", more, "status").end(LIMIT);
        assertEquals(1, killed.count("trainer 3 died first, .* did not mend"), killed::text);
    }

    /** The blocks of that language in docs/engines.md. */
    private static List<String> documented(String language) throws IOException {
        return Pattern.compile("```" + language + "\\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("docs/engines.md")))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    @Test
    void theDocumentedTorchrunIsToldItsPartByTheShellOfItsHost() throws IOException, InterruptedException {
        String fabfile = documented("groovy")
                .get(1)
                .replaceFirst("hosts .*", Matcher.quoteReplacement("hosts " + hosts.quoted()))
                .replaceFirst("exec python3", "exec echo python3");
        Path file = Files.writeString(folder.resolve("torchrun.groovy"), fabfile);
        Ended ended = hosts.train(file, "--lr=0.1").end(LIMIT);
        assertEquals(0, ended.exitCode(), ended::text);
        for (int rank = 0; rank < 2; rank++) {
            assertEquals(
                    1,
                    ended.count(" trainer " + rank
                            + "\\S* python3 -m torch.distributed.run --nproc_per_node=4 --nnodes=2 " + "--node_rank="
                            + rank + " --master_addr=127\\S+ --master_port=\\d+ train.py --lr=0.1"),
                    ended::text);
        }
    }

    @Test
    void theDocumentedFabfileRunsAndItsPatternReadsTheLog() throws IOException, InterruptedException {
        String block = documented("groovy").getFirst();
        String fabfile = block.replaceFirst("hosts .*", Matcher.quoteReplacement("hosts " + hosts.quoted()))
                .replaceFirst("each: 4", "each: 1");
        Path file = Files.writeString(folder.resolve("documented.groovy"), fabfile);
        Ended ended = hosts.train(file).end(LIMIT);
        assertEquals(0, ended.exitCode(), ended::text);
        Ended watch = hosts.jfab(file, "watch", "--once").end(LIMIT);
        assertEquals(1, watch.count("loss of trainer-0: 0\\.1000 at step 10"), watch::text);
        Path page = folder.resolve("page.html");
        Ended report = hosts.jfab(file, "report", "--to", page.toString()).end(LIMIT);
        assertEquals(0, report.exitCode(), report::text);
        String html = Files.readString(page);
        assertTrue(html.contains("Loss") && !html.contains("NaN"), html);
    }

    @Test
    void theDocumentedLinesOfPythonWriteMetrics() throws IOException, InterruptedException {
        List<String> python = documented("python");
        Path measured = Files.createDirectories(folder.resolve("measured"));
        Files.writeString(measured.resolve("example.py"), python.getFirst());
        Files.writeString(
                measured.resolve("train.py"),
                "import json, os, py_compile, time\n"
                        + "py_compile.compile('example.py', doraise=True)\n"
                        + "for step in range(1, 4):\n"
                        + "    loss, rate = 1 / step, 640\n"
                        + python.getLast().indent(4));
        Ended ended = train("measured", "", "cluster-train", "-p", measured.toString())
                .end(LIMIT);
        assertEquals(0, ended.exitCode(), ended::text);
        Ended watch = train("measured", "", "watch", "--once").end(LIMIT);
        assertEquals(1, watch.count("trainer-3 .* 3 +0\\.3333 +640"), watch::text);
    }

    @Test
    void ofOnlyTrainersWithACommandNothingOfOursIsSentAndTheyShareTheirHost() throws IOException, InterruptedException {
        Ended ended = train("plain", "").end(LIMIT);
        assertEquals(0, ended.exitCode(), ended::text);
        assertEquals(1, ended.count(": 4 trainers on 2 hosts"), ended::text);
        assertFalse(hosts.haveEngine(), ended::text);
        int threads = Integer.parseInt(begun("plain", 1, "train.log").getFirst().group(4));
        assertEquals(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), threads);
        String environment = Files.readString(hosts.job(1, "plain").resolve(".jfab/trainer-0.environment"));
        assertTrue(environment.contains("PYTHONUNBUFFERED='1'"), environment);
        Ended own = train("own", "pservers 0\nenvironment OMP_NUM_THREADS: 7, PYTHONUNBUFFERED: 'x'")
                .end(LIMIT);
        assertEquals(0, own.exitCode(), own::text);
        assertEquals("7", begun("own", 2, "train.log").getFirst().group(4));
        environment = Files.readString(hosts.job(1, "own").resolve(".jfab/trainer-0.environment"));
        assertTrue(environment.contains("PYTHONUNBUFFERED='x'"), environment);
    }
}
