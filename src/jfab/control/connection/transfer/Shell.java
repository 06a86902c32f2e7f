package jfab.control.connection.transfer;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A host's POSIX shell. Every failure is a sentence in an IOException, and a result that is not ok is a failure. */
public interface Shell {
    /** Runs {@code script} with {@code $1} and so on for as long as it takes; an interrupt breaks it off. */
    void run(String script, List<String> arguments, @Nullable InputStream in, OutputStream out) throws IOException;

    /** Runs {@code command} once or a few times in {@code directory}, with all of {@code names} at its end. */
    default void each(String command, String directory, List<String> names, OutputStream out) throws IOException {
        run(
                "cd \"$1\" && exec xargs -0 " + command,
                List.of(directory),
                new ByteArrayInputStream(String.join("\0", names).getBytes(StandardCharsets.UTF_8)),
                out);
    }

    /** Runs something short, also to tidy up after an interrupt, and returns its output. */
    String ask(String script, String... arguments) throws IOException;

    /** Breaks off what another thread runs, and any later {@link #run}. */
    void interrupt();

    /** A script that ended with an exit code of its own. */
    final class ExitException extends IOException {
        private final int code;

        public ExitException(String said, int code, Throwable cause) {
            super(said, cause);
            this.code = code;
        }

        public int code() {
            return code;
        }
    }
}
