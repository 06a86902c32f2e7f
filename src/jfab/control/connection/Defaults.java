package jfab.control.connection;

import java.util.function.Supplier;
import jfab.control.connection.broadcast.Broadcasts;
import jfab.control.connection.command.CommandOptions;
import jfab.control.connection.command.Input;
import jfab.control.connection.command.Secret;
import jfab.control.connection.command.SudoPassword;
import jfab.control.connection.command.TerminalWindow;
import jfab.control.connection.command.UserTerminal;
import jfab.control.connection.host.Host;
import org.jspecify.annotations.Nullable;

/**
 * What the user's command line says about the commands of tasks.
 *
 * @param manner how commands run that do not say it themselves
 * @param password for sudo
 * @param input what stands on jfab's own standard input; null where that is a terminal
 * @param terminal takes the user's terminal for a shell; null where there is none
 * @param window what commands with a terminal of their own are as large as; null where there is none
 * @param together what the hosts share that run together
 * @param broadcast whether hosts pass on to each other also what nobody has asked that for, such as an engine
 */
public record Defaults(
        CommandOptions manner,
        SudoPassword password,
        @Nullable Input input,
        @Nullable Supplier<UserTerminal> terminal,
        @Nullable TerminalWindow window,
        Together together,
        boolean broadcast) {
    /** Defaults for a host that runs alone. */
    public Defaults(
            CommandOptions manner,
            SudoPassword password,
            @Nullable Input input,
            @Nullable Supplier<UserTerminal> terminal,
            @Nullable TerminalWindow window) {
        this(manner, password, input, terminal, window, Together.of(1), false);
    }

    /** Defaults without a terminal. */
    public Defaults(CommandOptions manner, SudoPassword password, @Nullable Input input) {
        this(manner, password, input, null, null);
    }

    /** Nothing unusual, and nobody to ask. */
    public static Defaults plain() {
        return new Defaults(CommandOptions.PLAIN, SudoPassword.ask(null), null);
    }

    /** These defaults on {@code host}, whose own password for sudo comes first. */
    Defaults on(Host host) {
        return host.get("sudoPassword") instanceof Secret own
                ? new Defaults(manner, SudoPassword.of(own), input, terminal, window, together, broadcast)
                : this;
    }

    Defaults with(CommandOptions other) {
        return new Defaults(other, password, input, terminal, window, together, broadcast);
    }

    /** These, where hosts pass on to each other what nobody has asked that for, or do not. */
    public Defaults broadcasting(boolean wanted) {
        return new Defaults(manner, password, input, terminal, window, together, wanted);
    }

    /** How hosts get what nobody has asked a broadcast for. */
    Broadcasts unasked() {
        return together.broadcasts().by(broadcast ? Broadcasts.Wish.ALLOWED : Broadcasts.Wish.NONE);
    }

    Defaults among(Together shared) {
        return new Defaults(manner, password, input, terminal, window, shared, broadcast);
    }
}
