package jfab.control.connection.command;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.function.Consumer;

/** The user's terminal while it is given over to a shell on a host: keys go there as they are typed. Closing gives it back. */
public interface UserTerminal extends AutoCloseable {
    /** How much fits on it, in characters. */
    record Size(int columns, int rows) {}

    /** Its name in terminfo, as in {@code xterm-256color}. */
    String type();

    Size size();

    /** Calls {@code told} when the size has changed. */
    void onResize(Consumer<Size> told);

    InputStream in();

    OutputStream out();

    @Override
    void close();
}
