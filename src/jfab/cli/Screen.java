package jfab.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

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
        return new Screen(System.out, System.err, wanted && isTerminal(1) && errTerminal, wanted && errTerminal);
    }

    /** The JVM tells only whether input and output are both a terminal; the kernel tells for each. */
    private static boolean isTerminal(int descriptor) {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                    .toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException e) {
            return Objects.requireNonNull(System.console()).isTerminal();
        }
    }
}
