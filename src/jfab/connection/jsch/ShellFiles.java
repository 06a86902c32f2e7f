package jfab.connection.jsch;

import com.jcraft.jsch.Session;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;
import jfab.connection.Command;
import jfab.connection.CommandException;
import jfab.connection.ConnectionException;
import jfab.connection.Host;
import jfab.connection.OutputListener;
import org.jspecify.annotations.Nullable;

/** Files by way of the shell, for a host that serves no SFTP. */
record ShellFiles(Session session, Host host, OutputListener output, AtomicReference<@Nullable Thread> working)
        implements RemoteFiles {
    ShellFiles(Session session, Host host, OutputListener output) {
        this(session, host, output, new AtomicReference<>());
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
        shell(
                "umask 077; cat > " + name + " && chmod " + Integer.toOctalString(mode) + " " + name + " && { sync "
                        + name + " 2>/dev/null || :; }",
                in,
                OutputStream.nullOutputStream());
    }

    @Override
    public void read(String path, OutputStream out) throws IOException {
        shell("cat " + word(path), null, out);
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
    public void interrupt() {
        Thread thread = working.get();
        if (thread != null) {
            thread.interrupt();
        }
    }

    private void shell(String line, @Nullable InputStream in, OutputStream out) throws IOException {
        working.set(Thread.currentThread());
        try {
            new CommandRun(session, host, Command.shell(line).hide(), output).run(in, out);
        } catch (CommandException e) {
            // What an interrupt broke off is tidied up after, by the same thread.
            boolean interrupted = Thread.interrupted();
            String said = e.result().err().strip();
            throw new IOException(interrupted ? "interrupted" : said.isEmpty() ? e.getMessage() : said, e);
        } catch (ConnectionException e) {
            throw new IOException(e.getMessage(), e);
        } finally {
            working.set(null);
        }
    }

    /** One word of the shell that no program takes for an option. */
    private static String word(String path) {
        return Command.quote(path.startsWith("/") ? path : "./" + path);
    }
}
