package jfab.control.connection.command;

import java.io.File;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import jfab.control.connection.host.Host;
import jfab.control.connection.host.LocalFiles;

/** Where the bytes of an output stream go instead of the user's terminal. */
@FunctionalInterface
public interface Sink {
    /** A stream for one run on {@code host}, which the run closes. */
    OutputStream open(Host host) throws IOException;

    /** A stream, which stays open, or a file, {@code {host}} in whose name stands for the host's and which no other of {@code files} is. */
    static Sink of(String option, Object target, LocalFiles files) {
        // Not by a switch, of which Java makes a class at each start.
        if (target instanceof OutputStream stream) {
            return host -> new KeptOpen(stream);
        }
        if (target instanceof File || target instanceof Path || target instanceof CharSequence) {
            return file(Path.of(target.toString()), files);
        }
        throw OptionException.value(option, target, "a stream or a file");
    }

    private static Sink file(Path file, LocalFiles files) {
        return host -> {
            Path own = Path.of(host.expand(file.toString()));
            // Nobody's words are lost in /dev/null because others' go there too.
            if (!LocalFiles.isDevice(own)) {
                files.claim(own, host);
            }
            return Files.newOutputStream(own);
        };
    }

    /** Flushed where others are closed, and at each write: who reads a pipe may wait for it. */
    final class KeptOpen extends FilterOutputStream {
        KeptOpen(OutputStream to) {
            super(to);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            out.write(bytes, from, length);
            flush();
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }
}
