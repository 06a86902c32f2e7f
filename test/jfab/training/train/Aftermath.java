package jfab.training.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import jfab.role.ExitCode;
import jfab.training.train.TrainingProcesses.Running;

/**
 * What the other processes of a job do after one is dead.
 *
 * @param since when it was killed or stopped, by {@link System#nanoTime}
 * @param ends when each of the others ended; noted at that moment, whoever asks for it and when
 */
record Aftermath(long since, Map<Running, CompletableFuture<Long>> ends) {
    /** A job promises ten seconds; a machine that is busy with other tests may take longer, and no detection at all two minutes. */
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** Sends {@code signal}, KILL or STOP, to one of {@code job}. */
    static Aftermath of(List<Running> job, int victim, String signal) throws Exception {
        Map<Running, CompletableFuture<Long>> ends = new LinkedHashMap<>();
        for (Running running : job) {
            if (!running.equals(job.get(victim))) {
                ends.put(running, running.process().onExit().thenApply(_ -> System.nanoTime()));
            }
        }
        long since = System.nanoTime();
        job.get(victim).signal(signal);
        return new Aftermath(since, ends);
    }

    /** All others have ended in time, each with {@code cause}. */
    void isOver(String cause) throws InterruptedException, IOException {
        for (Map.Entry<Running, CompletableFuture<Long>> end : ends.entrySet()) {
            Running running = end.getKey();
            assertEquals(ExitCode.ABORTED, running.exit(), running.output());
            assertTrue(running.output().contains(cause), running.output());
            Duration took = Duration.ofNanos(end.getValue().join() - since);
            assertTrue(took.compareTo(LIMIT) < 0, running.name() + " ended after " + took + ":\n" + running.output());
        }
    }
}
