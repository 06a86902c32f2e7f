package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import jfab.control.launch.LightCluster.Part;
import jfab.role.Role;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;

/** {@code jfab watch} says of a job what {@code jobs} and {@code status} say, and ends when it does, with its exit code. */
@Needs(Tool.SSHD)
@WithLightCluster.Hosts(1)
class WatchedJobIT extends WithLightCluster {
    private static Part restarted(String line) {
        return new Part(0, Role.TRAINER, 0, line, 1, Duration.ofSeconds(6));
    }

    /** Waits until the trainer has failed once. */
    private static JobId paused(String line) throws Exception {
        JobId job = cluster.start(nextStamp(), Map.of(), restarted(line));
        JobCalls.await(() -> Files.exists(cluster.job(0, job).resolve(".jfab/events"))
                && Files.readString(cluster.job(0, job).resolve(".jfab/events")).contains("restarting 1"));
        return job;
    }

    @Test
    void aJobThatIsAboutToStartAgainRuns() throws Exception {
        JobId job = paused("[ -e again ] || { touch again; exit 5; }; while [ ! -e go ]; do sleep 0.1; done");
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Integer> watched = threads.submit(() -> jfab.run("watch", job.toString(), "--every", "1"));
            JobCalls.await(() -> jfab.saying("1 of 1 trainers run$") > 0 || watched.isDone());
            Files.createFile(cluster.job(0, job).resolve("go"));
            assertEquals(0, watched.get(JobCalls.LIMIT.toSeconds(), TimeUnit.SECONDS), jfab.all());
        }
        assertTrue(Files.exists(cluster.job(0, job).resolve(".jfab/trainer-0.exit")), jfab.all());
        assertEquals(0, jfab.saying("failed|failing|lost"), jfab.all());
        assertEquals(1, jfab.saying(job + " ended, 0 of 1 trainers run$"), jfab.all());
    }

    @Test
    void itEndsWithTheExitCodeOfAJobThatFailsAfterAllOfItsRestarts() throws Exception {
        JobId job = paused("exit 7");
        assertEquals(7, jfab.run("watch", job.toString(), "--every", "1"), jfab.all());
        assertEquals(
                1, jfab.saying("trainer 0 died first, .*, exited with 7, which 1 restart did not mend"), jfab.all());
    }

    @Test
    void aJobThatWasKilledIsCalledSoByAll() throws Exception {
        Part trainer = Part.trainer(0, 0, "trap 'exit 1' TERM; echo ready; while :; do sleep 0.1; done");
        JobId job = cluster.start(nextStamp(), Map.of(), trainer);
        JobCalls.await(() -> Files.size(cluster.job(0, job).resolve("log/trainer-0.log")) > 0);
        assertEquals(0, jfab.run("kill", job.toString()), jfab.all());
        jfab.run("jobs");
        assertEquals(1, jfab.saying("^" + job + " +killed "), jfab.all());
        assertEquals(143, jfab.run("watch", job.toString()), jfab.all());
        assertEquals(1, jfab.saying(job + " killed, 0 of 1 trainers run, trainer-0 exited 1 on "), jfab.all());
        assertEquals(1, jfab.saying("^" + job + " killed$"), jfab.all());
    }
}
