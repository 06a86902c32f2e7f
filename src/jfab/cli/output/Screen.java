package jfab.cli.output;

import java.io.BufferedOutputStream;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The two streams of the process and what they are good for.
 *
 * @param out results of commands
 * @param err what jfab itself has to say
 * @param colour whether both take colours
 * @param bars whether {@code err} is a terminal that a progress bar can be redrawn on
 */
public record Screen(PrintStream out, PrintStream err, boolean colour, boolean bars) {
    /** The streams of this process; colours only on terminals whose user wants them. */
    public static Screen ofProcess(boolean noColour, Map<String, String> environment) {
        boolean wanted = !noColour
                && environment.getOrDefault("NO_COLOR", "").isEmpty()
                && !"dumb".equals(environment.get("TERM"));
        boolean errTerminal = isTerminal(2);
        return new Screen(
                utf8(FileDescriptor.out),
                utf8(FileDescriptor.err),
                wanted && isTerminal(1) && errTerminal,
                wanted && errTerminal);
    }

    /** Tells the user what ended the process. */
    public void complain(Throwable failure, boolean debug) {
        err.print(new Paint(colour).bad("jfab: ") + FailureText.of(failure) + "\n");
        if (debug) {
            failure.printStackTrace(err);
        }
    }

    public void flush() {
        out.flush();
        err.flush();
    }

    /** Remote output is UTF-8 whatever the local locale; the caller flushes after each line. */
    private static PrintStream utf8(FileDescriptor descriptor) {
        return new PrintStream(
                new BufferedOutputStream(new FileOutputStream(descriptor), 1 << 16), false, StandardCharsets.UTF_8);
    }

    /** The JVM tells only whether input and output are both a terminal; the kernel tells for each. */
    private static boolean isTerminal(int descriptor) {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                    .toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException e) {
            return Optional.ofNullable(System.console())
                    .filter(Console::isTerminal)
                    .isPresent();
        }
    }
}
