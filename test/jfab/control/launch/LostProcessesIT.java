package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import jfab.control.bundle.Installation;
import jfab.control.cli.JfabProcess;
import jfab.control.cli.JfabProcess.Ended;
import jfab.tools.Await;
import jfab.tools.FitALine;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs of the training engine of which a process never comes, hangs or is killed, as the user of {@code jfab cluster-train} sees them. */
@Needs(Tool.SSHD)
class LostProcessesIT {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @TempDir
    static Path folder;

    private static SshdHosts hosts;
    private static JfabProcess lonely;

    @BeforeAll
    static void startHosts() throws IOException, InterruptedException {
        hosts = SshdHosts.start(folder, 2);
        Path target = Path.of("target");
        hosts.keepEngine(new Installation(target).engine(false), target.resolve("engine"));
        Path work = Files.createDirectories(folder.resolve("package"));
        Files.write(
                work.resolve("housing.data"),
                IntStream.range(0, 25).mapToObj(row -> (row + " ").repeat(14)).toList());
        Files.writeString(work.resolve("fit.groovy"), """
                def (absent, passes) = [flag('absent', -1), flag('passes', 100000)]
                if (training_role() == 'trainer' && trainer_id() == absent) sleep(600000)
                """ + FitALine.PROGRAM + """
                def reader = share(batch(uci_housing_train('housing.data'), 10))
                def steps = 0
                for (pass in 0..<passes) {
                    for (samples in reader) {
                        exe.run(t.get_trainer_program(), feed: feeder.feed(samples), fetch_list: [cost])
                        println "step ${++steps}"
                        sleep(20)
                    }
                }
                """);
        // It waits most of its time, so that others can run meanwhile.
        lonely = train(
                "lonely",
                "pservers 1\ntrainers 2\nrestart trainer: 1\nenvironment JFAB_JOIN_TIMEOUT: 20",
                "--absent",
                "1");
    }

    @AfterAll
    static void stopHosts() throws IOException {
        hosts.close();
    }

    /** Starts a job whose root directory is {@code name}. */
    private static JfabProcess train(String name, String more, String... words) throws IOException {
        Path fabfile = Files.writeString(folder.resolve(name + ".groovy"), """
                cluster {
                    hosts %s
                    rootDir '%s'
                    port 17664
                    program 'fit.groovy'
                    grace 1
                    environment OMP_NUM_THREADS: 1
                    %s
                }
                """.formatted(hosts.quoted(), name, more));
        return hosts.train(fabfile, words);
    }

    /** Sends a signal to a process of a job. */
    private static void signal(String signal, int host, String job, String name)
            throws IOException, InterruptedException {
        Path record = hosts.job(host, job).resolve(".jfab/" + name + ".process");
        String pid = Files.readAllLines(record).getFirst().substring("pid ".length());
        assertEquals(0, new ProcessBuilder("kill", "-s", signal, pid).start().waitFor());
    }

    private static void assertNothingRuns(String job) throws IOException {
        assertEquals(List.of(), SshdHosts.running(hosts.job(1, job)));
        assertEquals(List.of(), SshdHosts.running(hosts.job(2, job)));
    }

    @Test
    void aTrainerThatNeverComesIsNamedByTheServerThatWaitsForItAndTheJobEnds()
            throws IOException, InterruptedException {
        Ended ended = lonely.end(LIMIT);
        assertEquals(1, ended.exitCode(), ended::text);
        assertEquals(
                1,
                ended.count("(?m)^jfab: \\S+: pserver 0 died first, .*: waited 20 s for trainer 1 of 2 to join;"
                        + " look at trainer 1 on 127\\.0\\.0\\.2:\\d+, log/train\\.log \\(JOB"),
                ended::text);
        assertNothingRuns("lonely");
    }

    @Test
    void aTrainerThatHangsIsNoticedByItsHeartbeatWithinHalfAMinuteAndNamedWithItsHost()
            throws IOException, InterruptedException {
        JfabProcess job = train("hanging", "pservers 1\ntrainers 2");
        job.awaitOutput("trainer 0] step 5\n", LIMIT);
        long since = System.nanoTime();
        signal("STOP", 2, "hanging", "trainer-1");
        Ended ended = job.end(LIMIT);
        Duration took = Duration.ofNanos(System.nanoTime() - since);
        assertTrue(took.toSeconds() < 30, () -> "ended after " + took);
        assertEquals(3, ended.exitCode(), ended::text);
        assertEquals(
                1,
                ended.count(
                        "(?m)^jfab: .* ended, .*, because trainer 1 of 2 .* was lost at step \\d+: no sign of life for"
                                + " 6 s; look at trainer 1 on 127\\.0\\.0\\.2:\\d+, log/train\\.log \\(JOB"),
                ended::text);
        assertNothingRuns("hanging");
    }

    @Test
    void whenAllServersAreGoneNoTrainerGoesOnAndTheFirstOfThemIsNamed() throws IOException, InterruptedException {
        JfabProcess job = train("bereft", "pservers 2\ntrainers 1");
        job.awaitOutput("trainer 0] step 5\n", LIMIT);
        signal("KILL", 2, "bereft", "pserver-1");
        Path events = hosts.job(2, "bereft").resolve(".jfab/events");
        Await.until("its supervisor hears of it", () -> Files.readString(events).contains("pserver-1 exited"));
        signal("KILL", 1, "bereft", "pserver-0");
        Ended ended = job.end(LIMIT);
        assertEquals(137, ended.exitCode(), ended::text);
        assertEquals(
                1,
                ended.count("(?m)^jfab: 127\\.0\\.0\\.2:\\d+: pserver 1 died first, .* killed by SIGKILL"),
                ended::text);
        assertNothingRuns("bereft");
        String trainer = Files.readString(hosts.job(1, "bereft").resolve(".jfab/trainer-0.exit"));
        assertNotEquals("0\n", trainer);
    }

    @Test
    void aJobWithoutCheckpointsSaysAtItsStartAndWhenItBeginsAgainThatStepsAreLost()
            throws IOException, InterruptedException {
        String more = "pservers 1\ntrainers 1\nrestart pserver: 1, trainer: 1\nenvironment JFAB_ON_FAILURE: 'restart'\n"
                + "onEnd 'echo \"$JFAB_RESULT, $JFAB_EXIT_CODE, $JFAB_CAUSE.\"; ls'";
        JfabProcess job = train("forgetful", more, "--passes", "10");
        job.awaitOutput("trainer 0] step 5\n", LIMIT);
        signal("KILL", 1, "forgetful", "pserver-0");
        Ended ended = job.end(LIMIT);
        assertEquals(0, ended.exitCode(), ended::text);
        assertEquals(0, ended.count("although restart is given"), ended::text);
        assertEquals(
                1,
                ended.count(
                        "(?m): it keeps no checkpoints, so that after a failure it begins again with its first step;"),
                ended::text);
        assertEquals(
                1,
                ended.count("(?m) trainer 0] beginning again: without JFAB_CHECKPOINT_DIR there is no checkpoint"),
                ended::text);
        List<String> told = Files.readAllLines(hosts.job(1, "forgetful").resolve("log/on_end.log"));
        assertEquals("ended, 0, .", told.getFirst());
        assertTrue(told.contains("fit.groovy"), "it runs in the workspace");
        assertTrue(Files.notExists(hosts.job(2, "forgetful").resolve("log/on_end.log")));
    }

    @Test
    void aJobThatIsToldToContinueDoesWithoutATrainerAndEndsWithExitCode0() throws IOException, InterruptedException {
        String more = "pservers 1\ntrainers 2\nenvironment JFAB_ON_FAILURE: 'continue'\n"
                + "onEnd 'echo \"$JFAB_RESULT, $JFAB_EXIT_CODE, $JFAB_CAUSE.\"'";
        JfabProcess job = train("bereaved", more, "--passes", "60");
        job.awaitOutput("trainer 0] step 5\n", LIMIT);
        signal("KILL", 2, "bereaved", "trainer-1");
        Ended ended = job.end(LIMIT);
        assertEquals(0, ended.exitCode(), ended::text);
        assertEquals(
                1,
                ended.count("(?m): trainer 1 on 127\\.0\\.0\\.2:\\d+, killed by SIGKILL; the others go on without it$"),
                ended::text);
        assertEquals(1, ended.count("(?m) trainer 0] step 120$"), ended::text);
        assertEquals("ended, 0, .\n", Files.readString(hosts.job(1, "bereaved").resolve("log/on_end.log")));
        assertNothingRuns("bereaved");
    }

    @Test
    void aServerThatIsKilledComesBackUnderItsNumberFromItsSnapshotAndTheJobEndsWithExitCode0()
            throws IOException, InterruptedException {
        String more = "pservers 2\ntrainers 1\nrestart pserver: 1\n"
                + "environment JFAB_ON_FAILURE: 'restart', JFAB_CHECKPOINT_DIR: 'kept', JFAB_CHECKPOINT_STEPS: 5";
        JfabProcess job = train("revived", more, "--passes", "30");
        job.awaitOutput("trainer 0] step 20\n", LIMIT);
        signal("KILL", 2, "revived", "pserver-1");
        Ended ended = job.end(LIMIT);
        assertEquals(0, ended.exitCode(), ended::text);
        Path there = hosts.job(2, "revived");
        List<String> log = Files.readAllLines(there.resolve("log/server.log"));
        assertEquals(log.getFirst(), log.getLast(), "it listens where it did");
        assertEquals("jfab: pserver-1 exited with 137; starting it again in 1 s (1 of 1)", log.get(1));
        assertEquals(1, ended.count("(?m) trainer 0] going on after step \\d*[05]$"), ended::text);
        assertEquals(1, ended.count("(?m) trainer 0] step 60$"), ended::text);
        Path manifest = there.resolve("kept/checkpoint_60/server-1-of-2.json");
        assertTrue(Files.readString(manifest).contains("\"crc32c\""), "a digest says whether it is whole");
    }
}
