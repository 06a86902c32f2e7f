package jfab.connection.jsch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import jfab.connection.Command;
import jfab.connection.CommandException;
import jfab.connection.ConnectionException;
import jfab.connection.Host;
import jfab.connection.OutputListener;
import jfab.connection.transfer.Shell;
import org.jspecify.annotations.Nullable;

/** The shell of a host as transfers use it: in one thread, that another one may interrupt. */
final class HostShell implements Shell {
    private final Channels channels;
    private final Host host;
    private final OutputListener output;
    private @Nullable Thread running;
    private boolean interrupted;

    HostShell(Channels channels, Host host, OutputListener output) {
        this.channels = channels;
        this.host = host;
        this.output = output;
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
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        execute(script, List.of(arguments), null, out);
        return out.toString(StandardCharsets.UTF_8);
    }

    @Override
    public synchronized void interrupt() {
        interrupted = true;
        if (running != null) {
            running.interrupt();
        }
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
        List<String> argv = new ArrayList<>(List.of("sh", "-c", script, "jfab"));
        argv.addAll(arguments);
        try {
            new CommandRun(channels, host, Command.of(argv).hide(), output).run(in, out);
        } catch (CommandException e) {
            String said = e.result().err().strip();
            throw new ExitException(
                    said.isEmpty() ? e.getMessage() : said, e.result().exitStatus(), e);
        } catch (ConnectionException e) {
            throw e.getCause() instanceof IOException unread ? unread : new IOException(e.getMessage(), e);
        }
    }
}
