package jfab.connection.jsch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import jfab.connection.Command;
import jfab.connection.CommandException;
import jfab.connection.ConnectionException;
import jfab.connection.Host;
import jfab.connection.OutputListener;
import org.jspecify.annotations.Nullable;

/** Files by way of the shell, for a host that serves no SFTP. */
final class ShellFiles implements RemoteFiles {
    private final Channels channels;
    private final Host host;
    private final OutputListener output;
    private @Nullable Thread copying;
    private boolean interrupted;

    ShellFiles(Channels channels, Host host, OutputListener output) {
        this.channels = channels;
        this.host = host;
        this.output = output;
    }

    @Override
    public @Nullable Entry find(String path) throws IOException {
        String name = word(path);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        shell(
                "if test -d " + name + "; then echo directory 0 0; elif test -e " + name
                        + "; then echo file $(stat -L -c '%a %s' " + name + "); else echo nothing 0 0; fi",
                null,
                out);
        String[] words = out.toString(StandardCharsets.UTF_8).strip().split(" ", -1);
        if (words.length != 3) {
            throw new IOException("the host's stat answered: " + out.toString(StandardCharsets.UTF_8));
        }
        return words[0].equals("nothing")
                ? null
                : new Entry(words[0].equals("directory"), Long.parseLong(words[2]), Integer.parseInt(words[1], 8));
    }

    @Override
    public void write(String path, InputStream in, int mode) throws IOException {
        String name = word(path);
        // sync with an argument is not everywhere, and not worth failing for.
        copy(
                "umask 077; cat > " + name + " && chmod " + Integer.toOctalString(mode) + " " + name + " && { sync "
                        + name + " 2>/dev/null || :; }",
                in,
                OutputStream.nullOutputStream());
    }

    @Override
    public void read(String path, OutputStream out) throws IOException {
        copy("cat " + word(path), null, out);
    }

    @Override
    public void rename(String from, String to) throws IOException {
        shell("mv -f " + word(from) + " " + word(to), null, OutputStream.nullOutputStream());
    }

    @Override
    public void remove(String path) throws IOException {
        shell("rm -f " + word(path), null, OutputStream.nullOutputStream());
    }

    @Override
    public synchronized void interrupt() {
        interrupted = true;
        if (copying != null) {
            copying.interrupt();
        }
    }

    /** Runs a line that an interrupt of another thread breaks off. */
    private void copy(String line, @Nullable InputStream in, OutputStream out) throws IOException {
        begin();
        try {
            shell(line, in, out);
        } finally {
            end();
        }
    }

    private synchronized void begin() throws InterruptedIOException {
        if (interrupted) {
            throw new InterruptedIOException("interrupted");
        }
        copying = Thread.currentThread();
    }

    /** What an interrupt broke off is tidied up after, by the same thread. */
    private synchronized void end() {
        copying = null;
        if (interrupted) {
            Thread.interrupted();
        }
    }

    private void shell(String line, @Nullable InputStream in, OutputStream out) throws IOException {
        try {
            new CommandRun(channels, host, Command.shell(line).hide(), output).run(in, out);
        } catch (CommandException e) {
            String said = e.result().err().strip();
            throw new IOException(said.isEmpty() ? e.getMessage() : said, e);
        } catch (ConnectionException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** One word of the shell that no program takes for an option. */
    private static String word(String path) {
        return Command.quote(path.startsWith("/") ? path : "./" + path);
    }
}
