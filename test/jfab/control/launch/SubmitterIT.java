package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import jfab.control.cli.JfabProcess;
import jfab.control.cli.JfabProcess.Ended;
import jfab.tools.Await;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a job when the {@code jfab cluster-train} that submits it ends in each of its moments, on two real OpenSSH hosts. */
@Needs(Tool.SSHD)
class SubmitterIT {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @TempDir
    static Path folder;

    private static SshdHosts hosts;

    private Path work = folder;

    @BeforeAll
    static void startHosts() throws IOException, InterruptedException {
        hosts = SshdHosts.start(folder, 2);
    }

    @AfterAll
    static void stopHosts() throws IOException {
        hosts.close();
    }

    /** A server that serves for ever, and a trainer that stays while there is a file {@code hold}. */
    @BeforeEach
    void writePackage() throws IOException {
        work = Files.createTempDirectory(folder, "package");
        Files.writeString(work.resolve("server.sh"), """
                echo "server $PADDLE_PORT"
                [ ! -e deaf ] || { touch waiting; exec sleep 600; }
                exec perl -MIO::Socket::INET -e '$s = IO::Socket::INET->new(Listen => 5, LocalAddr => $ENV{POD_IP},
                    LocalPort => $ENV{PADDLE_PORT}, ReuseAddr => 1) or die "cannot listen: $!\\n";
                    close $c while $c = $s->accept'
                """);
        Files.writeString(work.resolve("train.sh"), """
                echo "trainer $RANK trains"
                while [ -e "$HOLD" ] && [ ! -e die ]; do sleep 0.1; done
                exit "$CODE"
                """);
    }

    private JfabProcess start(int port, int code, String... words) throws IOException {
        Path fabfile = Files.writeString(work.resolveSibling(work.getFileName() + ".groovy"), """
                cluster {
                    hosts %s
                    port %d
                    portsNum 1
                    portsNumForSparse 0
                    command role: 'pserver', ['sh', 'server.sh']
                    command role: 'trainer', ['sh', 'train.sh']
                    environment HOLD: '%s', CODE: %d, JFAB_CHECKPOINT_DIR: 'checkpoints'
                }
                """.formatted(
                        hosts.quoted(), port, work.resolve("hold"), code));
        return hosts.jfab(fabfile, words);
    }

    private JfabProcess train() throws IOException {
        return start(17264, 0, "cluster-train", "-p", work.toString());
    }

    /** Waits for the first bytes of the file {@code large}, wherever they are put until they are complete. */
    private static void awaitArrival(Path job) throws IOException, InterruptedException {
        Await.until("the first bytes of large", () -> {
            try (Stream<Path> files =
                    Files.find(job, 4, (file, attributes) -> file.endsWith("large") && attributes.size() > 0)) {
                return files.findAny().isPresent();
            } catch (UncheckedIOException e) {
                // What is looked at may be moved or removed meanwhile.
                return false;
            }
        });
    }

    private static List<Path> jobs(int host) throws IOException {
        if (!Files.exists(hosts.home(host).resolve("work"))) {
            return List.of();
        }
        try (Stream<Path> jobs = Files.list(hosts.home(host).resolve("work"))) {
            return jobs.sorted().toList();
        }
    }

    private static List<Path> nextJobs(int host, List<Path> before) throws IOException, InterruptedException {
        Await.until("another job", () -> jobs(host).size() > before.size());
        return jobs(host).stream().filter(job -> !before.contains(job)).toList();
    }

    @Test
    void aJobWhoseSubmitterIsKilledGoesOnAndAttachEndsWithItsCode() throws IOException, InterruptedException {
        Path hold = Files.createFile(work.resolve("hold"));
        JfabProcess submitter = start(17264, 6, "cluster-train", "-p", work.toString());
        submitter.awaitOutput("trainer 1 trains", LIMIT);
        submitter.signal("TERM");
        Ended told = submitter.end(LIMIT);
        assertEquals(143, told.exitCode());
        assertEquals(1, told.count(" goes on; jfab .*attach JOB\\d+ follows it again"), told::text);
        JfabProcess attached = start(17264, 6, "attach");
        attached.awaitOutput("trainer 1 trains", LIMIT);
        assertEquals(2, SshdHosts.running(hosts.job(1)).size());
        assertEquals(2, SshdHosts.running(hosts.job(2)).size());
        Files.delete(hold);
        for (int host = 1; host <= 2; host++) {
            LightCluster.await(hosts.job(host).resolve(".jfab/trainer-" + (host - 1) + ".exit"));
        }
        // Nobody was there to end the servers.
        assertEquals(0, start(17264, 6, "kill").end(LIMIT).exitCode());
        Ended ended = attached.end(LIMIT);
        assertEquals(6, ended.exitCode(), ended::text);
        assertTrue(ended.err().contains("died first"), ended::text);
    }

    @Test
    void whatFollowsAJobOnItsHostsEndsWhenItsJfabGivesNoSignOfLife() throws IOException, InterruptedException {
        Files.createFile(work.resolve("hold"));
        JfabProcess submitter = start(17264, 6, "cluster-train", "-p", work.toString());
        submitter.awaitOutput("trainer 1 trains", LIMIT);
        String job = hosts.job(1).getFileName().toString();
        assertFalse(followers(job).isEmpty());
        // Its connections stay, as where a line is cut.
        submitter.signal("STOP");
        Await.until("its followers have gone", () -> followers(job).isEmpty());
        submitter.signal("KILL");
        submitter.end(LIMIT);
        assertEquals(0, start(17264, 6, "kill").end(LIMIT).exitCode());
    }

    @Test
    void whoeverSleepsWhileAJobIsKilledAndRestartedIsToldSoAndLeavesItAlone() throws IOException, InterruptedException {
        Files.createFile(work.resolve("hold"));
        List<JfabProcess> followers = new ArrayList<>();
        followers.add(start(17264, 6, "cluster-train", "-p", work.toString()));
        followers.getFirst().awaitOutput("trainer 1 trains", LIMIT);
        String job = hosts.job(1).getFileName().toString();
        followers.add(start(17264, 6, "attach", job));
        followers.getLast().awaitOutput("trainer 1 trains", LIMIT);
        followers.add(start(17264, 6, "watch", job));
        followers.getLast().awaitOutput("2 of 2 trainers run", LIMIT);
        for (JfabProcess follower : followers) {
            follower.signal("STOP");
        }
        assertEquals(0, start(17264, 6, "kill", job).end(LIMIT).exitCode());
        Ended restarted = start(17264, 6, "restart", job, "--from-checkpoint").end(LIMIT);
        assertEquals(0, restarted.exitCode(), restarted::text);
        for (JfabProcess follower : followers) {
            follower.signal("CONT");
        }
        for (JfabProcess follower : followers) {
            Ended told = follower.end(LIMIT);
            assertEquals(143, told.exitCode(), told::text);
            assertEquals(
                    1,
                    told.count(job + " was killed, and has been restarted since; jfab .*attach " + job + " follows it"),
                    told::text);
            assertEquals(0, told.count("(?m)ending the others|died first|^" + job + " (running|failed)$"), told::text);
        }
        assertEquals(2, SshdHosts.running(hosts.job(1)).size());
        assertEquals(2, SshdHosts.running(hosts.job(2)).size());
        assertEquals(0, start(17264, 6, "kill").end(LIMIT).exitCode());
    }

    /** As where a host is slow to end what was asked of it. */
    @ParameterizedTest
    @ValueSource(strings = {"cluster-train", "attach"})
    void whoeverLeavesAJobAtOnceIsToldThatItGoesOnAndOfNoHosts(String task) throws IOException, InterruptedException {
        Files.createFile(work.resolve("hold"));
        JfabProcess submitter = start(17264, 6, "cluster-train", "-p", work.toString());
        submitter.awaitOutput("trainer 1 trains", LIMIT);
        String job = hosts.job(1).getFileName().toString();
        JfabProcess follower = submitter;
        if (task.equals("attach")) {
            submitter.signal("TERM");
            submitter.end(LIMIT);
            Await.until("its followers have gone", () -> followers(job).isEmpty());
            follower = start(17264, 6, "attach", job);
            follower.awaitOutput("trainer 1 trains", LIMIT);
        }
        for (long pid : followers(job)) {
            assertEquals(
                    0,
                    new ProcessBuilder("kill", "-s", "STOP", Long.toString(pid))
                            .start()
                            .waitFor());
        }
        follower.interrupt();
        follower.interrupt();
        Ended left = follower.end(LIMIT);
        assertEquals(130, left.exitCode(), left::text);
        assertEquals(1, left.count(job + " goes on; "), left::text);
        assertEquals(1, left.count("(?m)^jfab: left at once$"), left::text);
        assertEquals(0, start(17264, 6, "kill", job).end(LIMIT).exitCode());
    }

    /**
     * The processes that follow the logs of a job on its hosts, both of which are this machine; another test may have begun a job of the
     * same name in the same second.
     */
    private static List<Long> followers(String job) {
        return ProcessHandle.allProcesses()
                .map(ProcessHandle::pid)
                .filter(pid -> {
                    try {
                        String line = Files.readString(Path.of("/proc/" + pid + "/cmdline"));
                        return line.startsWith("/bin/sh\0-c\0")
                                && line.contains("\0flow\0work/" + job + "\0")
                                && Files.readSymbolicLink(Path.of("/proc/" + pid + "/cwd"))
                                        .startsWith(folder.toRealPath());
                    } catch (IOException e) {
                        return false;
                    }
                })
                .toList();
    }

    @Test
    void aFailureThatNobodyFollowsEndsItsHostAndTheRestIsNamed() throws IOException, InterruptedException {
        Files.createFile(work.resolve("hold"));
        Ended detached = start(17264, 6, "cluster-train", "--detach", "-p", work.toString())
                .end(LIMIT);
        assertEquals(0, detached.exitCode(), detached::text);
        Path first = hosts.job(1);
        Files.createFile(first.resolve("die"));
        LightCluster.await(first.resolve(".jfab/pserver-0.exit"));
        String events = Files.readString(first.resolve(".jfab/events"));
        assertTrue(events.contains("trainer-0 exited 6\n"), events);
        assertTrue(events.contains("pserver-0 stopped by the failure of trainer-0\n"), events);
        assertEquals(List.of(), SshdHosts.running(first));
        assertEquals(2, SshdHosts.running(hosts.job(2)).size());
        Ended status = start(17264, 6, "status").end(LIMIT);
        String advice =
                first.getFileName() + " goes on after a failure, with 2 running; where nobody follows it, end it with:"
                        + " jfab (-[fS] \\S+ )+kill " + first.getFileName();
        assertTrue(status.out().contains("trainer 0 died first"), status::text);
        assertEquals(1, status.count(advice), status::text);
        assertEquals(0, start(17264, 6, "kill").end(LIMIT).exitCode());
        assertEquals(List.of(), SshdHosts.running(hosts.job(2)));
    }

    @Test
    void controlCDuringTheUploadLeavesNoDirectoryAndNoProcess() throws IOException, InterruptedException {
        try (RandomAccessFile large = new RandomAccessFile(work.resolve("large").toFile(), "rw")) {
            large.setLength(2L << 30);
        }
        List<Path> before = jobs(1);
        JfabProcess submitter = train();
        Path job = nextJobs(1, before).getFirst();
        awaitArrival(job);
        submitter.interrupt();
        Ended ended = submitter.end(LIMIT);
        assertEquals(130, ended.exitCode(), ended::text);
        assertFalse(ended.text().contains(" runs"), ended::text);
        for (int host = 1; host <= 2; host++) {
            assertFalse(Files.exists(hosts.home(host).resolve("work").resolve(job.getFileName())), ended::text);
        }
        Files.delete(work.resolve("large"));
    }

    @Test
    void controlCWhileAServerIsNotReadyLeavesNoProcessAndAJobThatTellsHowItEnded()
            throws IOException, InterruptedException {
        Files.createFile(work.resolve("deaf"));
        List<Path> before = jobs(1);
        JfabProcess submitter = train();
        Path job = nextJobs(1, before).getFirst();
        Path there = hosts.home(2).resolve("work").resolve(job.getFileName());
        LightCluster.await(job.resolve("waiting"));
        LightCluster.await(there.resolve("waiting"));
        submitter.interrupt();
        Ended ended = submitter.end(LIMIT);
        assertEquals(130, ended.exitCode(), ended::text);
        for (Path each : List.of(job, there)) {
            assertEquals(List.of(), SshdHosts.running(each));
            String events = Files.readString(each.resolve(".jfab/events"));
            assertTrue(events.contains("stopped by the submitter"), events);
            assertTrue(Files.exists(each.resolve(".jfab/description.json")));
            assertFalse(events.contains("trainer"), events);
        }
    }

    @Test
    void theSecondDispatchSendsOnlyWhatChangedAndFilesWithADotAsWell() throws IOException, InterruptedException {
        Files.writeString(work.resolve("data"), "as it was");
        Files.writeString(work.resolve(".settings"), "one");
        Files.createDirectories(work.resolve(".folder"));
        Files.writeString(work.resolve(".folder/inner"), "inside");
        assertEquals(0, train().end(LIMIT).exitCode());
        Path first = hosts.job(2);
        assertEquals("inside", Files.readString(first.resolve(".folder/inner")));
        // Of the same size and time, it would be found changed only where it came over the line again.
        FileTime time = Files.getLastModifiedTime(first.resolve("data"));
        Files.writeString(first.resolve("data"), "kept here");
        Files.setLastModifiedTime(first.resolve("data"), time);
        Files.writeString(work.resolve(".settings"), "another");
        assertEquals(0, train().end(LIMIT).exitCode());
        Path second = hosts.job(2);
        assertFalse(second.equals(first));
        assertEquals("kept here", Files.readString(second.resolve("data")));
        assertEquals("another", Files.readString(second.resolve(".settings")));
        assertEquals("inside", Files.readString(second.resolve(".folder/inner")));
        assertEquals("one", Files.readString(first.resolve(".settings")));
    }

    @Test
    void aPortThatSomebodyElseHasIsPassedOver() throws IOException, InterruptedException {
        try (ServerSocket other = taken()) {
            int port = other.getLocalPort();
            Ended ended = start(port, 0, "cluster-train", "-p", work.toString()).end(LIMIT);
            assertEquals(0, ended.exitCode(), ended::text);
            for (int host = 1; host <= 2; host++) {
                String log = Files.readString(hosts.job(host).resolve("log/server.log"));
                int chosen =
                        Integer.parseInt(log.lines().findFirst().orElseThrow().substring("server ".length()));
                assertTrue(chosen > port, log);
            }
        }
    }

    /** Below those that the kernel gives to whoever asks: the ports behind it, which the job takes, would soon be somebody's. */
    private static ServerSocket taken() throws IOException {
        for (int port = 20_000; ; port += 100) {
            try {
                return new ServerSocket(port);
            } catch (BindException e) {
                assertTrue(port < 30_000, e::getMessage);
            }
        }
    }

    @Test
    void serversThatNeverEndAreEndedWhenTheTrainersAreDone() throws IOException, InterruptedException {
        Ended ended = train().end(LIMIT);
        assertEquals(0, ended.exitCode(), ended::text);
        for (int host = 1; host <= 2; host++) {
            assertEquals(List.of(), SshdHosts.running(hosts.job(host)));
            String events = Files.readString(hosts.job(host).resolve(".jfab/events"));
            assertTrue(events.contains("pserver-" + (host - 1) + " stopped by"), events);
            assertTrue(events.contains("trainer-" + (host - 1) + " exited 0"), events);
        }
    }
}
