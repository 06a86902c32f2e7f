package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jfab.control.launch.LightCluster.Part;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;

/** What is said of processes that fail or fall silent, on two real OpenSSH hosts. */
@Needs(Tool.SSHD)
class JobStatusIT extends JobCalls {
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
        Part aborted = Part.trainer(1, 1, "while [ ! -e " + died + " ]; do sleep 0.05; done; sleep 0.1; exit 3");
        JobId job = cluster.start(stamp, Map.of(), server, aborted, trainer);
        cluster.awaitEnd(job, server, trainer, aborted);
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
            cluster.awaitEnd(job, first, second);
            jfab("status", Map.of("job", job.toString()));
            assertEquals(1, saying(": trainer 0 died first, .*, exited with 7"), all());
        } finally {
            Files.delete(date);
        }
    }

    @Test
    void ofAJobWhoseStartWasGivenUpItIsSaidWhereItIs() throws Exception {
        JobId job = cluster.create(stamp);
        String hosts = cluster.hosts().get(0) + ", " + cluster.hosts().get(1);
        jfab("status", Map.of("job", job.toString()));
        assertEquals(1, saying("^no process of it has begun; its directory is on " + hosts + "$"), all());
        jfab("jobs", Map.of());
        assertEquals(1, saying("^" + job + " +not started +- +0 +0 +0 +2 hosts$"), all());
        said.clear();
        jfab("jobs", Map.of("json", true));
        assertEquals(
                1, saying("\"job\":\"" + job + "\".*\"hosts\":\\[\"" + hosts.replace(", ", "\",\"") + "\"]"), all());
    }

    @Test
    void aJobThatNobodyBringsAnyMoreWasNeverStarted() throws Exception {
        JobId job = cluster.create(stamp);
        Map<String, Object> asked = Map.of("job", job.toString(), "exit_code", true);
        assertEquals(
                LaunchException.UNFINISHED,
                assertThrows(LaunchException.class, () -> jfab("status", asked)).exitCode());
        List<Path> stubs = new ArrayList<>();
        for (int host = 0; host < 2; host++) {
            Path bin = Files.createDirectories(cluster.server(host).folder().resolve("home/bin"));
            // As if 13 minutes were over: nothing is that new.
            stubs.add(Files.writeString(bin.resolve("find"), "#!/bin/sh\n"));
            assertTrue(stubs.getLast().toFile().setExecutable(true));
        }
        try {
            LaunchException never = assertThrows(LaunchException.class, () -> jfab("status", asked));
            assertEquals(1, never.exitCode());
            assertEquals(
                    job + " was never started: nothing has come for it for 13 minutes, so it will have no exit code",
                    never.getMessage());
        } finally {
            for (Path stub : stubs) {
                Files.delete(stub);
            }
        }
    }

    @Test
    void aRankThatIsKilledFromOutsideIsNamedWithItsSignal() throws Exception {
        Part trainer = Part.trainer(0, 0, "echo working; kill -9 $$");
        JobId job = cluster.start(stamp, Map.of(), trainer);
        cluster.awaitEnd(job, trainer);
        jfab("status", Map.of("job", job.toString()));
        assertEquals(1, saying("trainer 0 died first, .*, killed by SIGKILL \\(out of memory\\? see dmesg\\)"), all());
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
}
