package jfab.control.connection.command;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A command for a host's POSIX shell, with where and how it runs.
 *
 * @param line the shell line as the user wrote it, arguments already quoted
 */
public record Command(String line, CommandContext around, CommandOptions manner, Streams streams) {
    /** A shell line as the user wrote it. */
    public static Command shell(String line) {
        if (line.indexOf('\0') >= 0) {
            throw new OptionException("a command has a NUL in it, where no shell reads on");
        }
        return new Command(line, CommandContext.NONE, CommandOptions.PLAIN, Streams.PLAIN);
    }

    /** A program and its arguments, each quoted so that the shell changes nothing in it. */
    public static Command of(String... argv) {
        return of(Arrays.asList(argv));
    }

    /** A program and its arguments, each quoted so that the shell changes nothing in it. */
    public static Command of(List<String> argv) {
        return shell(argv.stream().map(Command::quote).collect(Collectors.joining(" ")));
    }

    /** {@code argument} as one word of a POSIX shell; zsh has a meaning for {@code =} at its beginning. */
    public static String quote(String argument) {
        return argument.matches("[A-Za-z0-9_@%+:,./-][A-Za-z0-9_@%+=:,./-]*")
                ? argument
                : "'" + argument.replace("'", "'\\''") + "'";
    }

    /** Whether all of its output is kept from the user's terminal. */
    public boolean hidden() {
        return manner.silent();
    }

    /** Exit codes that count as success; empty accepts every code. */
    public List<Integer> accepted() {
        return manner.accepted();
    }

    /** Limit after which it is killed; null for none. */
    public @Nullable Duration timeout() {
        return manner.timeout();
    }

    public Command hide() {
        return with(manner.hiding(true));
    }

    /** This command with every exit code a success; the caller looks at the result. */
    public Command warn() {
        return with(manner.accepting(List.of()));
    }

    public Command within(Duration limit) {
        return with(manner.within(limit));
    }

    public Command with(CommandOptions other) {
        return new Command(line, around, other, streams);
    }

    public Command with(CommandContext other) {
        return new Command(line, other, manner, streams);
    }

    public Command with(Streams other) {
        return new Command(line, around, manner, other);
    }

    /** All that the host's shell is given: the line with its surroundings around it. */
    public String script() {
        return new Script(this).text(null);
    }

    /** {@link #script} whose sudo, if there is one, asks and begins with {@code mark}. */
    public String script(String mark) {
        return new Script(this).text(mark);
    }

    /** The command as a person would type it: directory, variables and sudo before the line, secrets by name only. */
    public String shown() {
        return Secret.masked(new Shown(this).text());
    }

    /** The command as a person recognizes it: its first line, not too long. */
    public String described() {
        // Before it is cut: half a secret would not be recognized as one.
        String all = Secret.masked(line.strip());
        String first = all.lines().findFirst().orElse("");
        boolean whole = first.length() <= 80 && first.equals(all);
        return "`" + (whole ? first : first.substring(0, Math.min(first.length(), 77)) + "...") + "`";
    }
}
