package jfab.control.connection.command;

import java.util.function.Consumer;

/** The user's terminal as far as programs care that draw on one far away: its kind, its size, and when that changes. */
public interface TerminalWindow {
    /** Its name in terminfo, as in {@code xterm-256color}. */
    String type();

    UserTerminal.Size size();

    /** Calls {@code told} with each new size until the watch is closed. */
    Watch watch(Consumer<UserTerminal.Size> told);

    /** Ends when it is closed. */
    @FunctionalInterface
    interface Watch extends AutoCloseable {
        @Override
        void close();
    }
}
