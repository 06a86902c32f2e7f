package jfab.training.train;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The way out after SIGTERM or SIGINT: the training thread may end its step and write a checkpoint before the process goes.
 *
 * <p>The exit code is the JVM's own for the signal, 143 or 130.
 */
final class Termination {
    private final Thread training;
    private final Duration patience;
    private final CountDownLatch finished = new CountDownLatch(1);
    private volatile boolean requested;
    private volatile Runnable action = () -> {};

    private Termination(Thread training, Duration patience) {
        this.training = training;
        this.patience = patience;
    }

    /**
     * Watches over {@code training} until {@link #finish}.
     *
     * @param patience how long a step may go on before the thread is interrupted
     */
    static Termination watch(Thread training, Duration patience) {
        Termination termination = new Termination(training, patience);
        Runtime.getRuntime().addShutdownHook(new Thread(termination::await, "termination"));
        return termination;
    }

    /** Has {@code action} done, in another thread, as soon as the process is asked to end. */
    void onRequest(Runnable action) {
        this.action = action;
    }

    /** Whether the process was asked to end. */
    boolean requested() {
        return requested;
    }

    /** The training thread is done; nobody needs to wait for it. */
    void finish() {
        finished.countDown();
    }

    private void await() {
        requested = true;
        if (finished.getCount() > 0) {
            action.run();
        }
        try {
            if (!finished.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                training.interrupt();
                boolean _ = finished.await(3, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
