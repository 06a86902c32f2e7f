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
        assertEquals(0, jfab.run("watch", job, "--once"), jfab.all());
        assertEquals(1, jfab.saying("^127.0.0.1:1 .* is not reached$"), jfab.all());
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
        assertEquals(1, jfab.saying("^" + open + " stays: it may run on a host that cannot be reached$"), jfab.all());
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
