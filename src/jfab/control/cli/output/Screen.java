package jfab.control.cli.output;

import java.io.FileDescriptor;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import jfab.control.connection.command.TerminalLine;

/**
 * The two streams of the process and what they are good for.
 *
 * @param out results of commands
 * @param err what jfab itself has to say
 * @param outTerminal whether {@code out} is a terminal
 * @param colour whether both take colours
 * @param bars whether {@code err} is a terminal that a progress bar can be redrawn on
 */
public record Screen(PrintStream out, PrintStream err, boolean outTerminal, boolean colour, boolean bars) {
    /** When to use colours. */
    public enum Colour {
        /** On terminals whose user wants them. */
        AUTO,
        ALWAYS,
        NEVER;

        /** What the user asks for with {@code always}, {@code never} or {@code auto}. */
        public static Colour of(String text) {
            return valueOf(text.toUpperCase(Locale.ROOT));
        }
    }

    /** The streams of this process. */
    public static Screen ofProcess(Colour when, Map<String, String> environment) {
        boolean bars = isTerminal(2) && !dumb(environment);
        return new Screen(
                        StandardStream.of(FileDescriptor.out),
                        StandardStream.of(FileDescriptor.err),
                        isTerminal(1),
                        false,
                        bars)
                .in(when, environment);
    }

    /** This screen with colours as the user wants them. */
    public Screen in(Colour when, Map<String, String> environment) {
        boolean wanted = environment.getOrDefault("NO_COLOR", "").isEmpty() && !dumb(environment);
        boolean coloured = switch (when) {
            case AUTO -> wanted && outTerminal && isTerminal(2);
            case ALWAYS -> true;
            case NEVER -> false;
        };
        return new Screen(out, err, outTerminal, coloured, bars);
    }

    private static boolean dumb(Map<String, String> environment) {
        return "dumb".equals(environment.get("TERM"));
    }

    /** Tells the user what ended the process. */
    public void complain(Throwable failure, boolean debug) {
        err.print(new Paint(colour).bad("jfab: ") + FailureText.of(failure) + "\n");
        if (debug) {
            err.print(FailureText.trace(failure));
        }
    }

    public void flush() {
        out.flush();
        err.flush();
    }

    /** Why some of what was printed is lost, as on a full disk. */
    public Optional<String> lost() {
        return out instanceof StandardStream stream ? stream.lost() : Optional.empty();
    }

    /** Has {@code told} run where the reader of what is printed has gone away, as {@code head} does, once that is noticed. */
    public void whenReaderGoes(Runnable told) {
        if (out instanceof StandardStream stream) {
            stream.whenReaderGoes(told);
        }
    }

    /** Whether this descriptor of the process is one. */
    public static boolean isTerminal(int descriptor) {
        return TerminalLine.isTerminal(descriptor);
    }
}
