package jfab.control.cli;

import jfab.control.connection.command.InputLine;
import jfab.control.connection.command.Prompt;
import jfab.control.connection.command.TerminalLine;
import org.jspecify.annotations.Nullable;

/**
 * Asks on the terminal. Where standard input is no terminal, its first lines are the password and the passphrases, in this
 * order, as far as the command line says that they are: a host that asks for something gets none of them.
 */
public final class TerminalPrompt implements Prompt {
    private final boolean givesPassword;
    private final boolean givesPassphrases;
    private boolean read;
    private @Nullable String given;

    /** One that is asked for a password alone. */
    public TerminalPrompt() {
        this(true, false);
    }

    /**
     * One that is asked for the secrets of log-ins.
     *
     * @param givesPassword whether standard input begins with the password
     * @param givesPassphrases whether lines of it are passphrases
     */
    public TerminalPrompt(boolean givesPassword, boolean givesPassphrases) {
        this.givesPassword = givesPassword;
        this.givesPassphrases = givesPassphrases;
    }

    @Override
    public boolean forLogins() {
        return givesPassword || givesPassphrases;
    }

    @Override
    public synchronized @Nullable String trust(String question) {
        return TerminalLine.ask(question, true);
    }

    @Override
    public synchronized @Nullable String secret(String question) {
        return TerminalLine.possible() ? TerminalLine.ask(question, false) : password();
    }

    @Override
    public synchronized @Nullable String passphrase(String question) {
        if (TerminalLine.possible()) {
            return TerminalLine.ask(question, false);
        }
        password();
        return givesPassphrases ? InputLine.read() : null;
    }

    @Override
    public synchronized @Nullable String reply(String question, boolean echo) {
        return TerminalLine.ask(question, echo);
    }

    /** It comes first, whatever is asked for first. */
    private @Nullable String password() {
        if (givesPassword && !read) {
            read = true;
            given = InputLine.read();
        }
        return given;
    }
}
