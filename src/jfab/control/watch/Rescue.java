package jfab.control.watch;

import org.jline.utils.ShutdownHooks;
import org.jspecify.annotations.Nullable;

/** For SIGTERM and SIGHUP, which end this process without closing anything. */
final class Rescue implements ShutdownHooks.Task {
    private volatile @Nullable TerminalScreen screen;

    /** Has the terminal of {@code opened} given back at the end of the process. */
    void of(TerminalScreen opened) {
        screen = opened;
    }

    @Override
    public void run() {
        TerminalScreen open = screen;
        if (open != null) {
            open.leave();
        }
    }
}
