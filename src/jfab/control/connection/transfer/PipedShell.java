package jfab.control.connection.transfer;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.List;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.CommandException;
import jfab.control.connection.command.HostScript;
import jfab.control.connection.command.Result;
import jfab.control.connection.files.BoundedOutput;
import jfab.control.connection.host.ConnectionException;
import org.jspecify.annotations.Nullable;

/** The shell of a host as transfers use it: in one thread, that another one may interrupt. */
public final class PipedShell implements Shell {
    private final Pipe pipe;
    private @Nullable Thread running;
    private boolean interrupted;

    /** Runs a command with its streams connected, as {@link jfab.control.connection.Transport#pipe} does. */
    @FunctionalInterface
    public interface Pipe {
        Result run(Command command, @Nullable InputStream in, OutputStream out);
    }

    public PipedShell(Pipe pipe) {
        this.pipe = pipe;
    }

    @Override
    public void run(String script, List<String> arguments, @Nullable InputStream in, OutputStream out)
            throws IOException {
        begin();
        try {
            execute(script, arguments, in, out);
        } finally {
            end();
        }
    }

    @Override
    public String ask(String script, String... arguments) throws IOException {
        BoundedOutput out = new BoundedOutput("what the host answers");
        execute(script, List.of(arguments), null, out);
        return out.text();
    }

    @Override
    public synchronized void interrupt() {
        // A second one, as of files that are this shell's too, would break off what ends the command on the host.
        if (!interrupted && running != null) {
            running.interrupt();
        }
        interrupted = true;
    }

    private synchronized void begin() throws InterruptedIOException {
        if (interrupted) {
            throw new InterruptedIOException("interrupted");
        }
        running = Thread.currentThread();
    }

    /** What an interrupt broke off is tidied up after, by the same thread. */
    private synchronized void end() {
        running = null;
        if (interrupted) {
            Thread.interrupted();
        }
    }

    private void execute(String script, List<String> arguments, @Nullable InputStream in, OutputStream out)
            throws IOException {
        try {
            pipe.run(Command.of(HostScript.argv(script, arguments)).hide(), in, out);
        } catch (CommandException e) {
            String said = TransferScript.said(e.result());
            throw new ExitException(
                    said.isEmpty() ? e.getMessage() : said, e.result().exitStatus(), e);
        } catch (ConnectionException e) {
            throw e.getCause() instanceof IOException unread ? unread : new IOException(e.getMessage(), e);
        }
    }
}
