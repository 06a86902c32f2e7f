package jfab.training.train;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import jfab.training.ps.job.CheckpointSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointTimesTest {
    @TempDir
    private Path folder;

    @Test
    void byTimeThereIsOneAndThenNoneUntilThatHasPassedAgain() {
        AtomicLong clock = new AtomicLong(Long.MAX_VALUE);
        CheckpointTimes times =
                new CheckpointTimes(new CheckpointSettings(folder, 0, Duration.ofSeconds(2), 3), clock::get);
        assertFalse(times.due(1));
        clock.addAndGet(2_000_000_001);
        assertTrue(times.due(2));
        times.saved();
        assertFalse(times.due(3));
    }

    @Test
    void byStepsThereIsOneAtEachMultiple() {
        CheckpointTimes times = new CheckpointTimes(new CheckpointSettings(folder, 10, Duration.ZERO, 3));
        assertFalse(times.due(9));
        assertTrue(times.due(10));
        assertFalse(times.due(11));
        times.wish();
        assertTrue(times.due(12));
        assertFalse(times.due(13));
    }
}
