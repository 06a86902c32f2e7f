package jfab.script;

import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/**
 * Standard error without the line that Groovy's parser prints there about an error it has no name for, before it reports that error as
 * any other. All else passes, of other threads as well.
 */
final class ParserNoise implements AutoCloseable {
    private static final String LINE = "unknown recognition error type: ";

    private final PrintStream before;

    private ParserNoise(PrintStream before) {
        this.before = before;
    }

    static ParserNoise silenced() {
        PrintStream before = System.err;
        System.setErr(new PrintStream(before, true) {
            @Override
            public void println(@Nullable String line) {
                if (line == null || !line.startsWith(LINE)) {
                    super.println(line);
                }
            }
        });
        return new ParserNoise(before);
    }

    @Override
    public void close() {
        System.setErr(before);
    }
}
