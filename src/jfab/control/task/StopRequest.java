package jfab.control.task;

import org.jspecify.annotations.Nullable;

/** Whether the user wants a run to stop; asking interrupts the thread that runs it. Safe for threads. */
final class StopRequest {
    private volatile boolean asked;
    private volatile @Nullable Thread runner;

    boolean asked() {
        return asked;
    }

    void ask() {
        asked = true;
        Thread running = runner;
        if (running != null && !running.equals(Thread.currentThread())) {
            running.interrupt();
        }
    }

    /** Makes this thread the one that is interrupted. */
    void begin() {
        runner = Thread.currentThread();
    }

    void end() {
        runner = null;
        // It may have come after the last wait; nobody above is meant.
        Thread.interrupted();
    }
}
