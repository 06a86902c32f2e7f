package jfab.control.connection.jsch.channels;

import java.io.InputStream;
import java.util.UUID;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.OptionException;
import jfab.control.connection.command.OutputListener.Stream;
import jfab.control.connection.command.RunAs;
import jfab.control.connection.command.SecretVariables;
import jfab.control.connection.host.Host;
import org.jspecify.annotations.Nullable;

/**
 * What one command is told while it runs: sudo's password, its input, the answers of its responders.
 *
 * <p>Its input follows only when sudo has let it begin: sudo would take it for a password.
 */
final class CommandInput {
    /** Ends the input of a program that reads a terminal line by line. */
    private static final String END_OF_INPUT = "\004";

    private static final String BREAK = "\003";

    private final Command command;
    private final Feed feed = new Feed();
    private final @Nullable InputStream input;
    private final @Nullable SudoDialogue sudo;
    private final Answering answering;
    private final String mark = "jfab-" + UUID.randomUUID();
    private @Nullable String refusal;

    CommandInput(Host host, Command command, @Nullable InputStream piped) {
        this.command = command;
        InputStream own = piped != null ? piped : command.streams().opened(host);
        SecretVariables secrets = command.around().secrets();
        if (!secrets.values().isEmpty() && command.manner().pty()) {
            throw new OptionException("env: a terminal would show the secret "
                    + secrets.values().keySet() + "; run the command without pty");
        }
        input = secrets.values().isEmpty() ? own : secrets.before(own);
        sudo = command.around().as() == null ? null : new SudoDialogue(mark, this::asked, this::begin);
        answering = new Answering(command.streams().responders(), feed);
        if (sudo == null) {
            begin();
        }
    }

    /** The text for the host's shell. */
    String script() {
        return command.script(mark);
    }

    /** What the channel reads; null for nothing at all. */
    @Nullable
    InputStream stream() {
        boolean plain = sudo == null
                && !command.manner().pty()
                && command.streams().responders().isEmpty();
        return plain ? input : feed;
    }

    private void begin() {
        boolean pty = command.manner().pty();
        // Behind sudo the first is what the script awaits on a terminal.
        String first = pty && sudo != null ? END_OF_INPUT : "";
        boolean ends = command.streams().responders().isEmpty();
        if (input == null) {
            // In one piece: sudo passes it on before the command begins.
            feed.add(pty && ends ? first + END_OF_INPUT : first);
        } else {
            feed.add(first);
            feed.add(input);
            if (pty && ends) {
                // After a line without end the first only ends that line.
                feed.add(END_OF_INPUT + END_OF_INPUT);
            }
        }
        if (ends && !pty) {
            feed.end();
        }
    }

    private void asked(int times) {
        RunAs as = command.around().as();
        String password = as == null ? null : as.password().get();
        if (password == null) {
            giveUp("needs a password for sudo; give --prompt-for-sudo-password, or password: to sudo");
        } else if (times > 1) {
            giveUp("was not run: sudo did not take the password");
        } else {
            feed.add(password + "\n");
        }
    }

    /** Presses Ctrl-C; returns false where there is no terminal that takes keys. */
    boolean press() {
        if (command.manner().pty()) {
            feed.add(BREAK);
        }
        return command.manner().pty();
    }

    private void giveUp(String why) {
        refusal = why;
        if (command.manner().pty()) {
            feed.add(BREAK);
        }
        feed.end();
    }

    byte[] filter(byte[] bytes) {
        return sudo == null ? bytes : sudo.filter(bytes);
    }

    void see(Stream stream, byte[] bytes) {
        answering.see(stream, bytes);
    }

    byte[] rest() {
        return sudo == null ? new byte[0] : sudo.rest();
    }

    /** Why the command is not to go on; null while it may. */
    @Nullable
    String refusal() {
        return refusal == null ? answering.refusal() : refusal;
    }

    /** The process id of the shell behind sudo; 0 where there is none. */
    long id() {
        return sudo == null ? 0 : sudo.id();
    }
}
