package jfab.control.connection.command;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import jfab.control.connection.command.OutputListener.Stream;
import jfab.control.connection.host.Host;
import org.jspecify.annotations.Nullable;

/**
 * What a command's streams are connected to.
 *
 * @param in its standard input; null for none, which it sees as an end of file
 * @param out receives standard output instead of the terminal; null for the terminal
 * @param err receives standard error instead of the terminal; null for the terminal
 * @param responders type answers while it runs
 * @param window how large its terminal is, if it has one; null for the usual 80 columns
 */
public record Streams(
        @Nullable Input in,
        @Nullable Sink out,
        @Nullable Sink err,
        List<Responder> responders,
        @Nullable TerminalWindow window) {
    /** Nothing to read, everything to the terminal. */
    public static final Streams PLAIN = new Streams(null, null, null, List.of(), null);

    public Streams {
        responders = List.copyOf(responders);
    }

    /**
     * What the command reads on {@code host}; null where that is nothing.
     *
     * @throws OptionException when it cannot be read
     */
    public @Nullable InputStream opened(Host host) {
        try {
            return in == null ? null : in.open();
        } catch (IOException e) {
            throw new OptionException(host + ": in: " + e.getMessage());
        }
    }

    /** Where the bytes of {@code stream} go instead of the terminal. */
    public @Nullable Sink sink(Stream stream) {
        return switch (stream) {
            case OUT -> out;
            case ERR -> err;
        };
    }

    public Streams reading(@Nullable Input input) {
        return new Streams(input, out, err, responders, window);
    }

    public Streams writing(Stream stream, Sink sink) {
        return stream == Stream.OUT
                ? new Streams(in, sink, err, responders, window)
                : new Streams(in, out, sink, responders, window);
    }

    public Streams answering(List<Responder> more) {
        return new Streams(in, out, err, more, window);
    }

    public Streams in(@Nullable TerminalWindow shown) {
        return new Streams(in, out, err, responders, shown);
    }
}
