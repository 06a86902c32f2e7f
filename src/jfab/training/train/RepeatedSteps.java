package jfab.training.train;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How far a script has come on its way back to a checkpoint, for those who ask its host: the file {@code repeating} beside the
 * metrics, {@code 120 500 38} with about how many seconds it still takes, which is there as long as it repeats.
 *
 * <p>It is written anew each second, and is not there while the script does something else for long, such as an evaluation of its own.
 */
final class RepeatedSteps implements AutoCloseable {
    private static final String NAME = "repeating";

    /** What takes longer is no step any more, unless the steps before took half of that. */
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);

    private final LongSupplier clock;
    private List<Path> folders = List.of();
    /** When the first step was over. */
    private long first;
    /** When the latest one was. */
    private long last;

    private long step;
    private long position;
    private @Nullable ScheduledExecutorService seconds;

    /** @param clock in nanoseconds */
    RepeatedSteps(LongSupplier clock) {
        this.clock = clock;
    }

    /** Seconds that {@code left} more steps take, where {@code made}, 1 or more, took so long. */
    static long left(long made, long nanoseconds, long left) {
        return Math.round(nanoseconds / 1e9 / made * left);
    }

    /** It has {@code step} of {@code position} steps behind it once more. */
    synchronized void made(List<Path> beside, long step, long position) {
        last = clock.getAsLong();
        if (step == 1) {
            // What lies before that is not done again for each step: it has read data.
            first = last;
        }
        if (step == 1 || step >= position) {
            end(beside);
            return;
        }
        this.step = step;
        this.position = position;
        folders = beside;
        if (seconds == null) {
            seconds = Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("repeated-steps").factory());
            var _ = seconds.scheduleAtFixedRate(this::tell, 1, 1, TimeUnit.SECONDS);
            tell();
        }
    }

    private synchronized void tell() {
        long now = clock.getAsLong();
        if (now - last > Math.max(PATIENCE, 2 * (last - first) / (step - 1))) {
            folders.forEach(RepeatedSteps::remove);
            return;
        }
        for (Path folder : folders) {
            try {
                Files.createDirectories(folder);
                Path next = folder.resolve(NAME + ".new");
                Files.writeString(
                        next, step + " " + position + " " + left(step - 1, now - first, position - step) + "\n");
                Files.move(next, folder.resolve(NAME), StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                // It trains no less, and what it needs of the disk will say so.
            }
        }
    }

    private void end(List<Path> beside) {
        close();
        beside.forEach(RepeatedSteps::remove);
    }

    /** It goes back once more, or ends. */
    @Override
    public synchronized void close() {
        List<Path> told = folders;
        folders = List.of();
        ScheduledExecutorService clockwork = seconds;
        if (clockwork != null) {
            clockwork.shutdown();
            seconds = null;
        }
        told.forEach(RepeatedSteps::remove);
    }

    /** For one that does not repeat: one that was killed meanwhile may have left the file. */
    static void remove(Path folder) {
        try {
            Files.deleteIfExists(folder.resolve(NAME));
        } catch (IOException e) {
            // As above.
        }
    }
}
