package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import jfab.control.launch.LightCluster.Part;
import jfab.control.watch.Stillness;
import jfab.role.Role;
import jfab.tools.Await;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;

/** {@code cluster-train} stays with a job to its end. */
@Needs(Tool.SSHD)
@WithLightCluster.Hosts(1)
class FollowIT extends WithLightCluster {
    /** Longer than it takes to find out that a process is gone without an exit code. */
    private static final Duration PAUSE = Duration.ofSeconds(6);

    private static Job job(JobId id, Notices notices) throws InterruptedException {
        return new JobSearch(cluster.group(), "work", notices)
                .find(id.toString())
                .job();
    }

    @Test
    void aTrainerThatIsAboutToStartAgainIsWaitedFor() throws Exception {
        String line = "[ -e again ] && exit 0; touch again; exit 5";
        JobId id = cluster.start(nextStamp(), Map.of(), new Part(0, Role.TRAINER, 0, line, 1, PAUSE));
        Job job = job(id, new Notices());
        new Follow(job).untilEnd();
    }

    @Test
    void whoeverIsHeardOfFirstAJobThatSomebodyEndedWasKilled() throws Exception {
        // As one of our trainers that missed another one before it was told to end itself.
        JobId id = cluster.start(
                nextStamp(),
                Map.of(),
                Part.trainer(0, 0, "trap 'exit 3' TERM; touch ready; sleep 600 & wait"),
                Part.trainer(0, 1, "trap '' TERM; sleep 600 & wait"));
        LightCluster.await(cluster.job(0, id).resolve("ready"));
        Notices notices = new Notices();
        Job job = job(id, notices);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> following = threads.submit(() -> {
                new Follow(job).untilEnd();
                return id;
            });
            job.end("by kill").orThrow();
            Throwable ended =
                    assertThrows(ExecutionException.class, following::get).getCause();
            LaunchException killed = assertInstanceOf(LaunchException.class, ended);
            assertEquals(id + " was killed", killed.getMessage());
            assertEquals(143, killed.exitCode());
        }
        assertEquals(
                List.of(id + ": trainer 0 on " + cluster.hosts().getFirst() + " was ended by kill; ending the others"),
                notices.said());
    }

    @Test
    void whenNoTrainerWritesAnythingItIsSaidWhichOneDiffers() throws Exception {
        String line = "exec sleep 600";
        JobId id = cluster.start(
                nextStamp(), Map.of(), Part.trainer(0, 0, line), Part.trainer(0, 1, line), Part.trainer(0, 2, line));
        Path record = cluster.job(0, id).resolve(".jfab/trainer-1.process");
        String pid = Files.readAllLines(record).getFirst().substring("pid ".length());
        assertEquals(0, new ProcessBuilder("kill", "-s", "STOP", pid).start().waitFor());
        Notices notices = new Notices();
        Job job = job(id, notices);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> following = threads.submit(() -> {
                Stillness.follow(job, Duration.ofSeconds(2));
                return id;
            });
            Await.until("something is said", () -> !notices.said().isEmpty());
            String stopped = "; trainer 1 on \\S+: stopped by a signal, ";
            jfab.run("status", id.toString(), "--silent", "1");
            assertEquals(1, jfab.saying(stopped), jfab.all());
            assertEquals(1, jfab.saying(" trainer +1 .* stopped by a signal$"), jfab.all());
            Future<Integer> attached = threads.submit(() -> jfab.run("attach", id.toString(), "--silent", "1"));
            JobCalls.await(() -> jfab.saying("^\\S+: neither log nor metrics .*" + stopped) > 0 || attached.isDone());
            job.end("by kill").orThrow();
            assertThrows(ExecutionException.class, following::get);
            assertEquals(143, attached.get(), jfab.all());
        }
        String said = notices.said().getFirst();
        assertTrue(
                said.matches(id
                        + ": neither log nor metrics of any trainer have grown for \\d+ s; trainer 1 on 127\\.0\\.0\\.1:"
                        + " stopped by a signal, 0 % of a processor; the others: waiting, 0 % of a processor"),
                said);
    }
}
