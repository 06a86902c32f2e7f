package jfab.control.cli.output;

import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * How the user wants to see a run.
 *
 * @param diff whether folded outputs are shown as differences from the most frequent one
 * @param results whether what tasks return is shown, whatever it is
 * @param logs folder for a log file per host; empty for none
 * @param debug whether failures come with their stacks
 */
public record OutputOptions(
        Format format, boolean diff, boolean timestamps, boolean results, Optional<Path> logs, boolean debug) {

    /** How output is laid out. */
    public enum Format {
        /** Line by line, live. */
        LINES,
        /** Equal outputs once, at the end. */
        FOLDED,
        /** An object for each event. */
        JSON,
        /** Failures and values only. */
        QUIET;

        /** What the user asks for with {@code lines}, {@code folded}, {@code json} or {@code quiet}. */
        public static Format of(String text) {
            return valueOf(text.toUpperCase(Locale.ROOT));
        }
    }

    /** Lines and nothing else. */
    public static OutputOptions lines(boolean debug) {
        return new OutputOptions(Format.LINES, false, false, false, Optional.empty(), debug);
    }

    /** Whether both are shown alike. Written out: a record's equals is put together when it is first called. */
    boolean looksLike(OutputOptions other) {
        return format == other.format
                && diff == other.diff
                && timestamps == other.timestamps
                && results == other.results
                && debug == other.debug;
    }

    /**
     * Where bytes of a host can go as they are: standard output where a program reads it and nothing else is shown or written
     * with it.
     */
    public Optional<OutputStream> pipe(Screen screen) {
        return screen.outTerminal() || format != Format.LINES || timestamps || results || logs.isPresent()
                ? Optional.empty()
                : Optional.of(screen.out());
    }

    Renderer renderer(Screen screen) {
        return switch (format) {
            case LINES -> new TerminalRenderer(screen, this);
            case FOLDED -> new FoldedRenderer(screen, this);
            case JSON -> new JsonRenderer(screen.out());
            case QUIET -> new QuietRenderer(screen, results, debug);
        };
    }
}
