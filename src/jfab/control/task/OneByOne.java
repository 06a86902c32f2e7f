package jfab.control.task;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import jfab.control.connection.host.Host;
import org.jspecify.annotations.Nullable;

/**
 * A task that several hosts call at the same time and that is not to run on them at the same time: each waits for its turn.
 */
final class OneByOne {
    private final String task;
    private final Duration pause;
    private final boolean stops;
    private final ReentrantLock turn = new ReentrantLock(true);
    private boolean begun;
    private Optional<Host> failed = Optional.empty();

    /**
     * Turns of {@code task}.
     *
     * @param pause between two hosts
     * @param stops whether those that wait do not begin where one before them has failed
     */
    OneByOne(String task, Duration pause, boolean stops) {
        this.task = task;
        this.pause = pause;
        this.stops = stops;
    }

    /** How a body is run on a host. */
    @FunctionalInterface
    interface Work {
        @Nullable
        Object run() throws InterruptedException;
    }

    @Nullable
    Object run(Host host, Work work) throws InterruptedException {
        turn.lockInterruptibly();
        try {
            if (stops && failed.isPresent()) {
                throw new TaskException("task '" + task + "' has not begun, because it failed on " + failed.get());
            }
            if (begun) {
                Thread.sleep(pause);
            }
            begun = true;
            return work.run();
        } catch (InterruptedException | RuntimeException | Error e) {
            failed = failed.or(() -> Optional.of(host));
            throw e;
        } finally {
            turn.unlock();
        }
    }
}
