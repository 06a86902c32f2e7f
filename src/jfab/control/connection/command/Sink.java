package jfab.control.connection.command;

import java.io.File;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import jfab.control.connection.host.Host;

/** Where the bytes of an output stream go instead of the user's terminal. */
@FunctionalInterface
public interface Sink {
    /** A stream for one run on {@code host}, which the run closes. */
    OutputStream open(Host host) throws IOException;

    /** A stream, which stays open, or a file, {@code {host}} in whose name stands for the host's. */
    static Sink of(String option, Object target) {
        return switch (target) {
            case File file -> file(file.toPath());
            case Path file -> file(file);
            case CharSequence name -> file(Path.of(name.toString()));
            case OutputStream stream -> host -> new KeptOpen(stream);
            default -> throw OptionException.value(option, target, "a stream or a file");
        };
    }

    private static Sink file(Path file) {
        return host -> Files.newOutputStream(Path.of(host.expand(file.toString())));
    }

    /** Flushed where others are closed. */
    final class KeptOpen extends FilterOutputStream {
        KeptOpen(OutputStream to) {
            super(to);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            out.write(bytes, from, length);
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }
}
