package jfab.control.connection.command;

import java.util.List;
import jfab.control.connection.host.Host;

/** Receives the output of commands while they run, called from many threads. */
@FunctionalInterface
public interface OutputListener {
    /** Which stream a line came from. */
    enum Stream {
        OUT,
        ERR
    }

    /** One line without its end, or what was left of one when the command ended. */
    void line(Host host, Stream stream, String line);

    /** Lines that arrived together, in their order. */
    default void lines(Host host, Stream stream, List<String> lines) {
        lines.forEach(line -> line(host, stream, line));
    }

    /** A remark about the host that is not output of a command, such as a host key seen for the first time. */
    default void notice(Host host, String text) {
        line(host, Stream.ERR, text);
    }

    /** {@code done} of {@code total} bytes of {@code what} have been copied to or from {@code host}. */
    default void progress(Host host, String what, long done, long total) {}
}
