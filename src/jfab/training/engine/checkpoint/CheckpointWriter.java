package jfab.training.engine.checkpoint;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes parts of checkpoints in a thread of its own, one after another.
 *
 * <p>A part that cannot be written is reported and training goes on: the checkpoint before it is still there.
 */
public final class CheckpointWriter implements AutoCloseable {
    private static final int PATIENCE_MINUTES = 10;

    private final Consumer<String> console;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("checkpoint").factory());
    private @Nullable Future<?> last;

    /**
     * @param console takes a line for each part that could not be written
     */
    public CheckpointWriter(Consumer<String> console) {
        this.console = console;
    }

    /** Writes {@code part} soon; waits first until the one before it is written, so that no process falls far behind. */
    public void submit(Checkpoints checkpoints, Part part) {
        settle();
        last = thread.submit(() -> {
            try {
                checkpoints.write(part);
            } catch (CheckpointException e) {
                console.accept(e.getMessage() + "; training goes on without this checkpoint");
            }
        });
    }

    /** Waits until what was submitted is written. */
    public void settle() {
        Future<?> writing = last;
        last = null;
        try {
            if (writing != null) {
                writing.get(PATIENCE_MINUTES, TimeUnit.MINUTES);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (java.util.concurrent.TimeoutException e) {
            console.accept("the disk has not taken a checkpoint for " + PATIENCE_MINUTES + " minutes");
        }
    }

    /** Ends after what was submitted is written. */
    @Override
    public void close() {
        settle();
        thread.shutdown();
    }
}
