package jfab.control.connection.command;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import jfab.control.connection.command.OutputListener.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a command is run.
 *
 * @param hidden the streams that are kept from the user's terminal
 * @param echo whether the command itself is shown before it runs
 * @param accepted exit codes that count as success; empty accepts every code
 * @param timeout limit after which it is killed; null for none
 * @param pty whether the host gives it a terminal; its standard error is then part of its standard output
 * @param shell what reads the line: empty for the user's shell as sshd starts it, or {@code /bin/sh} where that is none of the
 *     POSIX family, {@code login} for the same as a login shell, or the path of another shell
 */
public record CommandOptions(
        Set<Stream> hidden,
        boolean echo,
        List<Integer> accepted,
        @Nullable Duration timeout,
        boolean pty,
        String shell) {
    /** Shows output, accepts 0, no limit, no terminal. */
    public static final CommandOptions PLAIN = new CommandOptions(Set.of(), false, List.of(0), null, false, "");

    public CommandOptions {
        hidden = Set.copyOf(hidden);
        accepted = List.copyOf(accepted);
    }

    /** Hides what {@code what} says: {@code out}, {@code err}, {@code both}, {@code true} or {@code false}. */
    public CommandOptions hiding(Object what) {
        Set<Stream> streams = switch (String.valueOf(what)) {
            case "true", "both" -> EnumSet.allOf(Stream.class);
            case "out", "stdout" -> Set.of(Stream.OUT);
            case "err", "stderr" -> Set.of(Stream.ERR);
            case "false", "null" -> Set.of();
            default -> throw OptionException.value("hide", what, "true, false, 'out', 'err' or 'both'");
        };
        return new CommandOptions(streams, echo, accepted, timeout, pty, shell);
    }

    public CommandOptions echoing(boolean shown) {
        return new CommandOptions(hidden, shown, accepted, timeout, pty, shell);
    }

    public CommandOptions accepting(List<Integer> codes) {
        return new CommandOptions(hidden, echo, codes, timeout, pty, shell);
    }

    public CommandOptions within(@Nullable Duration limit) {
        return new CommandOptions(hidden, echo, accepted, limit, pty, shell);
    }

    public CommandOptions onTerminal(boolean wanted) {
        return new CommandOptions(hidden, echo, accepted, timeout, wanted, shell);
    }

    public CommandOptions by(String reader) {
        return new CommandOptions(hidden, echo, accepted, timeout, pty, reader);
    }

    /** Whether nothing of the output is shown. */
    public boolean silent() {
        return hidden.size() == Stream.values().length;
    }
}
