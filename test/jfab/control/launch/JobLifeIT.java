package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import jfab.control.connection.GroupException;
import jfab.control.launch.LightCluster.Part;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;

/** What is done with jobs after their start, on two real OpenSSH hosts. */
@Needs(Tool.SSHD)
class JobLifeIT extends JobCalls {
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
        assertEquals(1, saying(one + " +killed +\\S+ \\S+ +0 +0 +2 "), all());
        assertEquals(1, saying(other + " +running +\\S+ \\S+ +2 +0 +0 "), all());
        said.clear();
        jfab("kill", Map.of("job", other.toString()));
        jfab("kill", Map.of("job", other.toString()));
        assertEquals(List.of(other + ": ended 2 processes", other + ": nothing runs"), said);
    }

    @Test
    void whereTheNewestJobHasFailedStatusAndKillNameAnOlderOneThatRuns() throws Exception {
        JobId older = cluster.start(stamp, Map.of(), Part.trainer(0, 0, "exec sleep 60"));
        nextStamp();
        Part fails = Part.trainer(0, 0, "exit 3");
        cluster.awaitEnd(cluster.start(stamp, Map.of(), fails), fails);
        jfab("status", Map.of());
        assertEquals(1, saying(older + " is older, and runs: jfab status " + older + "$"), all());
        said.clear();
        jfab("kill", Map.of());
        assertEquals(1, saying(older + " is older, and runs; end it with: jfab kill " + older + "$"), all());
        jfab("kill", Map.of("job", older.toString()));
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
        cluster.awaitEnd(job, trainer);
        assertEquals(
                List.of("fresh", "jfab: trainer-0 begins again", "goes on from 5"),
                Files.readAllLines(cluster.job(0, job).resolve("log/trainer-0.log")));
        said.clear();
        jfab("jobs", Map.of());
        assertEquals(1, saying(job + " +ended +\\S+ \\S+ +0 +1 "), all());
    }

    /** As the kernel does where memory is short; a look at it may come at any time, also while the job is begun again. */
    @Test
    void theSecretOutlivesSupervisorsThatAreKilledUntilTheJobIs() throws Exception {
        JobId job = cluster.start(stamp, Map.of(), Part.trainer(0, 0, "exec sleep 60"));
        Path files = cluster.job(0, job).resolve(".jfab");
        LightCluster.await(files.resolve("trainer-0.process"));
        for (String record : List.of("trainer-0.supervisor", "trainer-0.process")) {
            endProcessOf(files.resolve(record));
        }
        jfab("status", Map.of("job", job.toString()));
        assertEquals(1, saying(" trainer +0 .* gone without an exit code$"), all());
        assertTrue(Files.exists(files.resolve("token")));
        said.clear();
        jfab("kill", Map.of("job", job.toString()));
        assertEquals(List.of(job + ": nothing runs"), said);
        assertFalse(Files.exists(files.resolve("token")));
    }

    @Test
    void whatAJobHasOnlyLeftKeepsItsDirectoryUntilKillEndsIt() throws Exception {
        String line = "setsid sh -c 'touch apart; exec sleep 60' & while :; do sleep 0.1; done";
        JobId job = cluster.start(stamp, Map.of(), Part.trainer(0, 0, line));
        Path files = cluster.job(0, job);
        LightCluster.await(files.resolve("apart"));
        for (String record : List.of("trainer-0.supervisor", "trainer-0.process")) {
            endProcessOf(files.resolve(".jfab").resolve(record));
        }
        List<JobId> others = new ArrayList<>();
        for (String other : List.of("20320101000000", "20340101000000")) {
            Part over = Part.trainer(0, 0, "true");
            others.add(cluster.start(other, Map.of(), over));
            cluster.awaitEnd(others.getLast(), over);
        }
        String refused = assertThrows(GroupException.class, () -> jfab("prune", Map.of("older_than", "0s")))
                .getMessage();
        assertTrue(refused.contains(": " + job + " has left processes that go on: "), refused);
        others.forEach(other -> assertFalse(Files.exists(cluster.job(0, other)), other + ": " + refused));
        said.clear();
        jfab("kill", Map.of("job", job.toString()));
        assertEquals(1, saying("^" + job + ": ended 1 process in a session of its own$"), all());
        assertEquals(0, saying("nothing runs"), all());
        said.clear();
        jfab("kill", Map.of("job", job.toString()));
        assertEquals(List.of(job + ": nothing runs"), said);
    }

    @Test
    void whatLostItsSupervisorIsSaidToRunAloneAndIsKilledLikeAnyOther() throws Exception {
        JobId job = cluster.start(stamp, Map.of(), Part.trainer(0, 0, "exec sleep 60"));
        Path files = cluster.job(0, job).resolve(".jfab");
        LightCluster.await(files.resolve("trainer-0.process"));
        endProcessOf(files.resolve("trainer-0.supervisor"));
        jfab("status", Map.of("job", job.toString()));
        assertEquals(1, saying(" trainer +0 .* running without its supervisor$"), all());
        jfab("status", Map.of("job", job.toString(), "json", true));
        assertEquals(1, saying("\"state\":\"running\".*\"stateText\":\"running without its supervisor\""), all());
        said.clear();
        jfab("kill", Map.of("job", job.toString()));
        assertEquals(List.of(job + ": ended 1 process"), said);
        LaunchException killed = assertThrows(
                LaunchException.class, () -> jfab("status", Map.of("job", job.toString(), "exit_code", true)));
        assertEquals(143, killed.exitCode(), all());
        assertEquals(1, saying("^" + job + "  killed "), all());
        assertEquals(1, saying(" trainer +0 .* killed by SIGTERM, stopped by kill$"), all());
    }

    @Test
    void whatEndsWithoutItsSupervisorIsNotTakenForTheEndOfItsHost() throws Exception {
        JobId job = cluster.start(stamp, Map.of(), Part.trainer(0, 0, "echo far; exec sleep 60"));
        Path files = cluster.job(0, job).resolve(".jfab");
        LightCluster.await(files.resolve("trainer-0.process"));
        endProcessOf(files.resolve("trainer-0.supervisor"));
        endProcessOf(files.resolve("trainer-0.process"));
        jfab("status", Map.of("job", job.toString()));
        assertEquals(
                1,
                saying("trainer 0 died first, is gone without an exit code, last heard of at \\S+ \\(its supervisor was"
                        + " killed too, so that nobody knows how it ended\\); its last line: far \\("),
                all());
    }

    private static void endProcessOf(Path record) throws Exception {
        String pid = Files.readString(record).replaceFirst("^(?:pid )?(\\d+)(?s:.*)", "$1");
        ProcessHandle process = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
        process.destroyForcibly();
        process.onExit().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    void whereAPortOfAJobIsTakenItIsSaidWhatToDo() throws Exception {
        Part trainer = Part.trainer(0, 0, "exit 1");
        JobId job = cluster.start(stamp, Map.of("JFAB_CHECKPOINT_DIR", "keep"), trainer);
        cluster.awaitEnd(job, trainer);
        try (ServerSocket other = new ServerSocket(0)) {
            for (int host = 0; host < cluster.hosts().size(); host++) {
                Path description = cluster.job(host, job).resolve(".jfab/description.json");
                Files.writeString(
                        description,
                        Files.readString(description)
                                .replace("\"ports\":[]", "\"ports\":[" + other.getLocalPort() + "]"));
            }
            String refused = assertThrows(
                            LaunchException.class,
                            () -> jfab("restart", Map.of("job", job.toString(), "from_checkpoint", true)))
                    .getMessage();
            assertEquals(
                    cluster.hosts().getFirst() + ": " + other.getLocalPort()
                            + " is taken by another process, and it is a port of this job; end what listens there"
                            + " (ss -ltnp on that host shows who), or begin a new job with cluster-train, which is given"
                            + " free ports",
                    refused);
        }
    }

    @Test
    void aRestartThatOneHostRefusesLeavesOnAllHostsHowTheJobEnded() throws Exception {
        Part[] parts = {Part.trainer(0, 0, "exit 7"), Part.trainer(1, 1, "exec sleep 60")};
        JobId job = cluster.start(stamp, Map.of("JFAB_CHECKPOINT_DIR", "keep"), parts);
        cluster.awaitEnd(job, parts[0]);
        jfab("kill", Map.of("job", job.toString()));
        // Of one at its look at the ports, and of one when the other has been changed.
        try (ServerSocket other = new ServerSocket(0)) {
            for (int host = 0; host < 2; host++) {
                Path description = cluster.job(host, job).resolve(".jfab/description.json");
                String written = Files.readString(description);
                int last = written.lastIndexOf("\"ports\":[]") + "\"ports\":[".length();
                Files.writeString(
                        description, written.substring(0, last) + other.getLocalPort() + written.substring(last));
            }
            assertRefused(job, other.getLocalPort() + " is taken by another process");
            assertFalse(Files.exists(cluster.job(0, job).resolve(".jfab/revived")));
        }
        Files.createDirectories(cluster.job(1, job).resolve(".jfab/revived.new"));
        assertRefused(job, "cannot write to work/" + job);
    }

    private void assertRefused(JobId job, String why) throws Exception {
        LaunchException refused = assertThrows(
                LaunchException.class, () -> jfab("restart", Map.of("job", job.toString(), "from_checkpoint", true)));
        assertTrue(refused.getMessage().startsWith(cluster.hosts().get(1) + ": " + why), refused::getMessage);
        assertFalse(Files.exists(cluster.job(0, job).resolve(".jfab/reviving")));
        said.clear();
        LaunchException ended =
                assertThrows(LaunchException.class, () -> jfab("attach", Map.of("job", job.toString())));
        assertEquals(7, ended.exitCode(), ended::getMessage);
        jfab("status", Map.of("job", job.toString()));
        assertEquals(1, saying(" trainer +0 .* exited with 7$"), all());
        assertEquals(1, saying(" trainer +1 .* killed by SIGTERM, stopped by kill$"), all());
    }

    @Test
    void aJobWithoutCheckpointsIsNotBegunAgain() throws Exception {
        Part trainer = Part.trainer(0, 0, "exit 0");
        JobId job = cluster.start(stamp, Map.of(), trainer);
        cluster.awaitEnd(job, trainer);
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
        cluster.awaitEnd(job, parts);
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
        cluster.awaitEnd(job, trainer);
        jfab("status", Map.of("job", stamp.substring(8)));
        assertTrue(said.getFirst().startsWith(job + "  ended"), all());
        String wrong = "JOB2031" + stamp.substring(4);
        assertTrue(assertThrows(LaunchException.class, () -> jfab("status", Map.of("job", wrong)))
                .getMessage()
                .startsWith("there is no job '" + wrong + "'; there is " + job));
    }

    @Test
    void aWholeIdIsNotTakenForTheBeginOfAnother() throws Exception {
        Part trainer = Part.trainer(0, 0, "exit 0");
        JobId gone = cluster.start(stamp, Map.of(), trainer);
        cluster.awaitEnd(gone, trainer);
        for (int host = 0; host < cluster.hosts().size(); host++) {
            Files.move(cluster.job(host, gone), cluster.job(host, gone.next()));
        }
        assertTrue(assertThrows(LaunchException.class, () -> jfab("status", Map.of("job", gone.toString())))
                .getMessage()
                .startsWith("there is no job '" + gone + "'; there is " + gone.next()));
        jfab("status", Map.of("job", gone.next().toString()));
        assertTrue(said.getFirst().startsWith(gone.next() + "  ended"), all());
    }
}
