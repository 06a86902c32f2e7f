package jfab.connection;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A command for a host's POSIX shell, with what it may do.
 *
 * @param line the shell line, arguments already quoted
 * @param hidden whether its output is kept from the user's terminal
 * @param accepted exit codes that count as success; empty accepts every code
 * @param timeout limit after which it is killed on the host; null for none
 */
public record Command(
        String line,
        boolean hidden,
        List<Integer> accepted,
        @Nullable Duration timeout) {
    public Command {
        accepted = List.copyOf(accepted);
    }

    /** A shell line as the user wrote it. */
    public static Command shell(String line) {
        return new Command(line, false, List.of(0), null);
    }

    /** A program and its arguments, each quoted so that the shell changes nothing in it. */
    public static Command of(String... argv) {
        return of(Arrays.asList(argv));
    }

    /** A program and its arguments, each quoted so that the shell changes nothing in it. */
    public static Command of(List<String> argv) {
        return shell(argv.stream().map(Command::quote).collect(Collectors.joining(" ")));
    }

    /** {@code argument} as one word of a POSIX shell. */
    public static String quote(String argument) {
        return argument.matches("[A-Za-z0-9_@%+=:,./-]+") ? argument : "'" + argument.replace("'", "'\\''") + "'";
    }

    public Command hide() {
        return new Command(line, true, accepted, timeout);
    }

    /** This command with every exit code a success; the caller looks at the result. */
    public Command warn() {
        return new Command(line, hidden, List.of(), timeout);
    }

    public Command within(Duration limit) {
        return new Command(line, hidden, accepted, limit);
    }
}
