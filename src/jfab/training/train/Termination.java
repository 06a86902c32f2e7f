package jfab.training.train;

import java.time.Duration;
import java.util.Arrays;
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
    private volatile boolean preparing;
    private volatile Runnable action = () -> {};
    private volatile Runnable exit = () -> {};

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

    /** Has {@code action} done, in another thread, where the training thread itself calls {@code System.exit}. */
    void onExit(Runnable action) {
        exit = action;
    }

    /** Whether the training thread has no step that could be lost: it reads the program, or waits for the other processes. */
    void preparing(boolean now) {
        preparing = now;
    }

    /** Whether the process was asked to end. */
    boolean requested() {
        return requested;
    }

    /** The training thread is done; nobody needs to wait for it. */
    void finish() {
        finished.countDown();
    }

    private boolean exits() {
        return Arrays.stream(training.getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals(Runtime.class.getName())
                        && frame.getMethodName().equals("exit"));
    }

    private void await() {
        requested = true;
        if (finished.getCount() > 0 && exits()) {
            // It waits for this thread.
            exit.run();
            return;
        }
        if (finished.getCount() > 0) {
            action.run();
        }
        try {
            // Whoever ends a job gives its processes a few seconds, and then kills them.
            if (preparing || !finished.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                training.interrupt();
                boolean _ = finished.await(preparing ? 1 : 3, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
