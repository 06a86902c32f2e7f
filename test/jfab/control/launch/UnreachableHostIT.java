package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import jfab.control.launch.LightCluster.Part;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The tasks about jobs where one of a job's three hosts refuses to be reached: exit code 4, and the others are done with. */
@WithLightCluster.Hosts(2)
class UnreachableHostIT extends WithLightCluster {
    private static final String WORK =
            "mkdir -p output/pass-00000; echo model >output/pass-00000/w; echo working; exec sleep 60";

    @BeforeAll
    static void addClosedHost() throws Exception {
        jfab = new CommandLines(
                folder,
                Stream.concat(cluster.hosts().stream(), Stream.of(cluster.closed()))
                        .toList(),
                cluster.group().connector());
    }

    /** A job whose third trainer is meant to run where nobody listens. */
    private static JobId start(Map<String, String> environment) throws Exception {
        JobId job = cluster.start(
                nextStamp(), environment, Part.trainer(0, 0, WORK), Part.trainer(1, 1, WORK), Part.trainer(2, 2, WORK));
        for (int host = 0; host < 2; host++) {
            LightCluster.await(cluster.job(host, job).resolve("output/pass-00000/w"));
        }
        return job;
    }

    private static void assertUnreachable(int code) {
        assertEquals(4, code, jfab.all());
        assertEquals(1, jfab.saying("^" + cluster.closed() + ": port 1 refused the connection"), jfab.all());
        assertEquals(1, jfab.saying("^" + cluster.closed() + " Failed$"), jfab.all());
    }

    /** Nothing is left to do on the hosts that answer, so that nobody is told so. */
    private static void assertOthersDone(int code) {
        assertUnreachable(code);
        cluster.hosts().forEach(host -> assertEquals(1, jfab.saying("^" + host + " Succeeded$"), jfab.all()));
    }

    @Test
    void whatTheOthersKnowIsShown() throws Exception {
        String job = start(Map.of()).toString();
        assertOthersDone(jfab.run("jobs"));
        assertEquals(1, jfab.saying("^" + job + " +running +\\S+ \\S+ +2 "), jfab.all());
        assertOthersDone(jfab.run("status", job));
        assertEquals(2, jfab.saying(" trainer +\\d+ +\\d+ .* running$"), jfab.all());
        assertEquals(
                1, jfab.saying(cluster.closed() + " +trainer +2 .* unknown, its host cannot be reached$"), jfab.all());
        assertOthersDone(jfab.run("tail-log", job));
        assertEquals(2, jfab.saying("trainer [01]\\] working$"), jfab.all());
        assertOthersDone(
                jfab.run("fetch", job, "--to", folder.resolve("fetched").toString()));
        assertEquals(1, jfab.saying("^fetched into .*" + job + ", from 2 of 3 hosts$"), jfab.all());
        try (Stream<Path> files = Files.walk(folder.resolve("fetched"))) {
            assertEquals(
                    2,
                    files.filter(file -> file.endsWith("output/pass-00000/w")).count());
        }
        assertOthersDone(
                jfab.run("report", job, "--to", folder.resolve("job.html").toString()));
        assertTrue(Files.size(folder.resolve("job.html")) > 1000);
        assertOthersDone(jfab.run("watch", job, "--once"));
        assertEquals(1, jfab.saying("^127.0.0.1:1 .* is not reached$"), jfab.all());
        jfab.run("kill", job);
    }

    /** Of those that answer nothing runs any more; the third trainer may train on. */
    @Test
    void aJobThatMayRunOnTheHostIsNeitherEndedNorFailed() throws Exception {
        for (String end : new String[] {"exit 0", "exit 1"}) {
            Part first = Part.trainer(0, 0, end);
            JobId open = cluster.start(nextStamp(), Map.of(), first, Part.trainer(2, 1, WORK));
            cluster.awaitEnd(open, first);
            JobId own = cluster.start(nextStamp(), Map.of(), first);
            cluster.awaitEnd(own, first);
            assertOthersDone(jfab.run("jobs"));
            assertEquals(1, jfab.saying("^" + open + " +unknown "), jfab.all());
            assertEquals(1, jfab.saying("^" + own + " +" + (end.equals("exit 0") ? "ended " : "failed ")), jfab.all());
            assertEquals(4, jfab.run("status", open.toString()));
            assertEquals(1, jfab.saying("^" + open + "  unknown  "), jfab.all());
            assertEquals(4, jfab.run("status", open.toString(), "--exit-code"));
            assertEquals(4, jfab.run("attach", open.toString()));
            assertEquals(1, jfab.saying("^" + open + " unknown$"), jfab.all());
            assertEquals(end.equals("exit 1") ? 1 : 0, jfab.saying("trainer 0 died first"), jfab.all());
        }
    }

    @Test
    void aJobOfAHostThatWasNotAskedOrHasLostItsDirectoryIsNotCalledEnded() throws Exception {
        Part first = Part.trainer(0, 0, "exit 0");
        Part second = Part.trainer(1, 1, "echo model >output; exit 0");
        JobId job = cluster.start(nextStamp(), Map.of(), first, second);
        cluster.awaitEnd(job, first, second);
        CommandLines both = new CommandLines(
                Files.createDirectories(folder.resolve("both")),
                cluster.hosts(),
                cluster.group().connector());
        assertEquals(0, both.run("status", job.toString(), "--exit-code"), both.all());
        String one = cluster.hosts().getFirst().toString();
        assertEquals(0, both.run("-H", one, "status", job.toString()), both.all());
        assertEquals(1, both.saying("^" + job + "  unknown  "), both.all());
        assertEquals(1, both.saying(" trainer +1 .* unknown, its host was not asked$"), both.all());
        assertEquals(1, both.run("-H", one, "status", job.toString(), "--exit-code"), both.all());
        assertEquals(1, both.saying("not all of its hosts were asked, so its exit code is not known"), both.all());
        Path own = cluster.job(1, job);
        Files.move(own, own.resolveSibling("away"));
        String gone = cluster.hosts().getLast() + ": the directory of " + job + " is gone$";
        for (String[] line : new String[][] {
            {"status", job.toString()},
            {"status", job.toString(), "--exit-code"},
            {"attach", job.toString()},
            {"fetch", job.toString(), "--to", folder.resolve("half").toString()},
            {"restart", job.toString(), "--from-checkpoint"}
        }) {
            assertEquals(1, both.run(line), both.all());
            assertEquals(line[0].equals("restart") ? 0 : 1, both.saying(gone), both.all());
        }
        both.run("status", job.toString());
        assertEquals(1, both.saying("^" + job + "  unknown  "), both.all());
        assertEquals(1, both.saying(" trainer +1 .* unknown, the job's directory is gone from its host$"), both.all());
        assertEquals(0, both.run("kill", job.toString()), both.all());
    }

    @Test
    void anotherOnesNewestJobIsNotKilledInThePlaceOfOneThatCannotBeSeen() throws Exception {
        Part part = Part.trainer(0, 0, WORK);
        String job = cluster.start(nextStamp(), Map.of(), part).toString();
        LightCluster.await(cluster.job(0, JobId.parse(job)).resolve("output/pass-00000/w"));
        assertEquals(4, jfab.run("kill"), jfab.all());
        assertEquals(1, jfab.saying("kill " + job + " if that is meant$"), jfab.all());
        jfab.run("status", job);
        assertEquals(1, jfab.saying(" trainer +0 +\\d+ .* running$"), jfab.all());
        jfab.run("kill", job);
    }

    @Test
    void killEndsWhatItCanReachAndNamesWhatMayGoOn() throws Exception {
        String job = start(Map.of()).toString();
        assertOthersDone(jfab.run("kill", job));
        assertEquals(1, jfab.saying("^" + job + ": ended 2 processes$"), jfab.all());
        assertEquals(1, jfab.saying("^" + job + ": trainer 2 on " + cluster.closed() + " may still run$"), jfab.all());
        jfab.run("status", job);
        assertEquals(2, jfab.saying("killed by SIGTERM, stopped by kill"), jfab.all());
    }

    @Test
    void pruneLeavesAJobThatMayRunOnTheHostAndTakesTheOthers() throws Exception {
        JobId whole = new JobId("20310101000090", 1);
        Part over = Part.trainer(0, 0, "exit 0");
        cluster.start("20310101000090", Map.of(), over);
        JobId open = start(Map.of());
        jfab.run("kill", open.toString());
        assertOthersDone(jfab.run("prune", "--older-than", "0s"));
        assertEquals(
                1, jfab.saying("^" + open + " stays: it may run on a host of it that was not reached$"), jfab.all());
        assertTrue(Files.exists(cluster.job(0, open)));
        assertFalse(Files.exists(cluster.job(0, whole)));
    }

    @Test
    void aJobBeginsAgainOnAllOfItsHostsOrNotAtAll() throws Exception {
        String job = start(Map.of("JFAB_CHECKPOINT_DIR", "kept")).toString();
        jfab.run("kill", job);
        assertUnreachable(jfab.run("restart", job, "--from-checkpoint"));
        assertEquals(1, jfab.saying("^" + job + " is not begun again: all of its hosts are needed"), jfab.all());
        jfab.run("status", job);
        assertEquals(2, jfab.saying("killed by SIGTERM, stopped by kill"), jfab.all());
    }

    @Test
    void aJobThatIsNotFoundMayBeOnTheHost() throws Exception {
        start(Map.of());
        assertUnreachable(jfab.run("status", "JOB1999"));
        assertEquals(1, jfab.saying("^no host that can be reached has a job 'JOB1999'$"), jfab.all());
        assertEquals(0, jfab.saying("there is no job"), jfab.all());
        jfab.run("kill");
    }
}
