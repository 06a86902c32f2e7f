package jfab.connection;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One host as tasks see it; a task's body gets one as its first argument.
 *
 * <ul>
 *   <li>It belongs to one thread at a time; whoever opened it closes it.
 *   <li>Every method throws {@link ConnectionException} when the line to the host breaks.
 * </ul>
 */
public final class Connection implements AutoCloseable {
    private final Transport transport;

    public Connection(Transport transport) {
        this.transport = transport;
    }

    public Host host() {
        return transport.host();
    }

    /**
     * Runs {@code command} and waits for it. Its lines are shown live, unless it is hidden, and captured.
     *
     * @throws CommandException when the result is not ok
     */
    public Result run(Command command) {
        return transport.run(command);
    }

    /** Runs a shell line. */
    public Result run(String line) {
        return run(Command.shell(line));
    }

    /** Runs a program with arguments; each is quoted. */
    public Result run(List<?> argv) {
        return run(Command.of(argv.stream().map(String::valueOf).toList()));
    }

    /**
     * Runs {@code command} with its streams connected instead of captured: nothing is shown and {@code Result.out} is
     * empty. Standard error is captured.
     *
     * @param in sent as standard input, then closed; null for none
     * @param out receives standard output; it must not block for long
     * @throws CommandException when the result is not ok
     */
    public Result pipe(Command command, @Nullable InputStream in, OutputStream out) {
        return transport.pipe(command, in, out);
    }

    /**
     * Copies a file or a directory. Each file appears complete or not at all.
     *
     * @param remote path on the host, relative to the home directory; a directory receives the file under its own name
     * @throws TransferException when either side fails
     */
    public TransferResult put(Path local, String remote) {
        return transport.put(Upload.of(local, remote));
    }

    /**
     * Copies a file or a directory from the host. Each file appears complete or not at all.
     *
     * @param local a file, or a directory that receives the file under its own name
     * @throws TransferException when either side fails
     */
    public TransferResult get(String remote, Path local) {
        return transport.get(Download.of(remote, local));
    }

    /** Ends the session; commands still running under it are ended with it. */
    @Override
    public void close() {
        transport.close();
    }
}
