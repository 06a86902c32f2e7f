package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import jfab.control.launch.LightCluster.Part;
import jfab.tools.Await;
import org.junit.jupiter.api.Test;

/** What becomes of a job is the exit code of whoever looks at it until it ends. */
@WithLightCluster.Hosts(2)
class JobEndIT extends WithLightCluster {
    /** A job of a server and a trainer, which have ended. */
    private static String ended(String server, String trainer) throws Exception {
        Part[] parts = {Part.server(0, 0, server), Part.trainer(1, 0, trainer)};
        JobId job = cluster.start(nextStamp(), Map.of(), parts);
        cluster.awaitEnd(job, parts);
        return job.toString();
    }

    @Test
    void aJobThatFailedGivesWatchAndAttachItsOwnCode() throws Exception {
        String job = ended("sleep 5; exit 3", "echo out of data; exit 42");
        for (String task : new String[] {"watch", "attach"}) {
            assertEquals(42, jfab.run(task, job), jfab.all());
            assertEquals(1, jfab.saying("^" + job + " failed$"), jfab.all());
            assertEquals(1, jfab.saying("^    out of data$"), jfab.all());
            assertEquals(1, jfab.saying(": trainer 0 died first, .* exited with 42"), jfab.all());
        }
        assertEquals(0, jfab.run("watch", job, "--once"), jfab.all());
    }

    @Test
    void whatRunsOnAHostThatTheFabfileNoLongerHasIsNamedAndStays() throws Exception {
        JobId job = cluster.start(
                nextStamp(), Map.of(), Part.trainer(0, 0, "exec sleep 60"), Part.trainer(1, 1, "exec sleep 60"));
        CommandLines one = new CommandLines(
                Files.createDirectories(folder.resolve("one")),
                cluster.hosts().subList(0, 1),
                cluster.group().connector());
        assertEquals(1, one.run("kill", job.toString()), one.all());
        assertEquals(1, one.saying(": trainer 1 on " + cluster.hosts().getLast() + " may still run$"), one.all());
        assertEquals(0, one.run("prune", "--older-than", "0s"), one.all());
        assertEquals(1, one.saying("^" + job + " stays: it may run on a host of it that was not reached$"), one.all());
        assertEquals(0, jfab.run("kill", job.toString()), jfab.all());
    }

    @Test
    void whoHasNotAskedAllHostsOfAJobThatFailedIsToldSo() throws Exception {
        Part[] parts = {
            Part.trainer(0, 0, "while [ ! -e died ]; do sleep 0.1; done; exit 3"), Part.server(1, 0, "kill -9 $$")
        };
        JobId job = cluster.start(nextStamp(), Map.of(), parts);
        cluster.awaitEnd(job, parts[1]);
        Files.createFile(cluster.job(0, job).resolve("died"));
        cluster.awaitEnd(job, parts[0]);
        assertEquals(137, jfab.run("watch", job.toString()), jfab.all());
        String one = cluster.hosts().getFirst().toString();
        for (String task : new String[] {"watch", "attach"}) {
            assertEquals(1, jfab.run("-H", one, task, job.toString()), jfab.all());
            assertEquals(1, jfab.saying("^" + job + ": not all of its hosts were asked, so its exit code"), jfab.all());
        }
    }

    @Test
    void killSaysWhoOnlyWaitedForRoomOnTheDisk() throws Exception {
        JobId job = cluster.start(
                nextStamp(), Map.of(), Part.trainer(0, 0, "exec sleep 60"), Part.trainer(0, 1, "exec sleep 60"));
        // As its supervisor does, where the disk is full.
        Files.writeString(cluster.job(0, job).resolve(".jfab/trainer-1.ending"), "room\n");
        assertEquals(0, jfab.run("kill", job.toString()), jfab.all());
        assertEquals(1, jfab.saying("^" + job + ": ended 1 process$"), jfab.all());
        assertEquals(
                1,
                jfab.saying("^" + job + ": 1 process that waited for room on the disk will not begin again$"),
                jfab.all());
    }

    @Test
    void aJobThatEndedWellIsNoFailure() throws Exception {
        String job = ended("exit 0", "exit 0");
        for (String task : new String[] {"watch", "attach"}) {
            assertEquals(0, jfab.run(task, job), jfab.all());
            assertEquals(1, jfab.saying("^" + job + " ended$"), jfab.all());
        }
        assertEquals(2, jfab.run("restart", "--from-checkpoint"), jfab.all());
        assertEquals(1, jfab.saying(job + ", the newest job, has ended well"), jfab.all());
    }

    @Test
    void killEndsWhatATrainerHasPutIntoASessionOfItsOwnAndSaysSo() throws Exception {
        Path left = folder.resolve("left");
        JobId job = cluster.start(
                nextStamp(),
                Map.of(),
                Part.trainer(0, 0, "setsid sleep 60 & echo $! >" + left + "; touch " + left + ".whole; exec sleep 60"));
        Await.until("a process in a session of its own", () -> Files.exists(Path.of(left + ".whole")));
        ProcessHandle process =
                ProcessHandle.of(Long.parseLong(Files.readString(left).strip())).orElseThrow();
        assertEquals(0, jfab.run("kill", job.toString()), jfab.all());
        assertEquals(
                1, jfab.saying("^" + job + ": ended 1 process and 1 process in a session of its own$"), jfab.all());
        assertEquals(1, jfab.saying(", ended 1 process that these had started in sessions of their own$"), jfab.all());
        Await.until("its end", () -> !process.isAlive());
    }

    @Test
    void aJobThatWasKilledIsOne() throws Exception {
        JobId job = cluster.start(nextStamp(), Map.of(), Part.trainer(0, 0, "exec sleep 60"));
        jfab.run("kill", job.toString());
        for (String task : new String[] {"watch", "attach"}) {
            assertEquals(143, jfab.run(task, job.toString()), jfab.all());
            assertEquals(1, jfab.saying("^" + job + " was killed$"), jfab.all());
        }
        assertEquals(143, jfab.run("status", job.toString(), "--exit-code"), jfab.all());
    }
}
