package jfab.connection;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Predicate;
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

    /** Copies a file, a directory, or what a pattern matches, to the host: {@link #put(Map, Object, String)}. */
    public TransferResult put(Object local, String remote) {
        return transfers().put(Map.of(), local, remote, null);
    }

    /** Copies {@code text:} or {@code bytes:} to a file on the host; the other options are those for files. */
    public TransferResult put(Map<String, ?> options, String remote) {
        return transfers().put(options, null, remote, null);
    }

    /**
     * Copies to the host. Each file appears complete or not at all, also in a tree; a directory that was not there
     * appears at once.
     *
     * <ul>
     *   <li>{@code local} is a path with {@code ~}, a list of paths, a stream, a reader or bytes. A text that is not the
     *       name of a file may have {@code *}, {@code ?}, {@code [abc]} and {@code **} in it; what matches keeps its path
     *       below the first part with such a character.
     *   <li>A directory arrives under its own name in {@code remote}: {@code put('model', '/srv')} makes
     *       {@code /srv/model}. With a slash at its end, what is in it arrives there: {@code put('model/', '/srv/model')}.
     *   <li>A file arrives as {@code remote}, or in it if that is a directory.
     *   <li>Links below a directory stay links; devices, sockets and pipes are left out. Nothing is deleted.
     * </ul>
     *
     * <p>Options: {@code mode: 0640}; {@code owner: 'user:group'}; {@code sudo: true}; {@code mkdirs: true} makes the
     * directories that lead to {@code remote}; {@code preserve: false} gives files mode 644 or 755 and the time of their
     * arrival; {@code exclude: ['*.tmp', 'cache/']}; {@code sync: true} leaves out files that are there with the same size
     * and time, {@code checksum: true} those with the same content; {@code verify: true} compares checksums before
     * anything is replaced.
     *
     * @throws TransferException when either side fails
     */
    public TransferResult put(Map<String, ?> options, Object local, String remote) {
        return transfers().put(options, local, remote, null);
    }

    /** Copies the files that {@code filter} takes, by their paths below {@code local}. */
    public TransferResult put(Object local, String remote, Predicate<Path> filter) {
        return transfers().put(Map.of(), local, remote, filter);
    }

    /** Copies the files that {@code filter} takes, by their paths below {@code local}. */
    public TransferResult put(Map<String, ?> options, Object local, String remote, Predicate<Path> filter) {
        return transfers().put(options, local, remote, filter);
    }

    /** Copies from the host into a folder with the host's name. */
    public TransferResult get(CharSequence remote) {
        // Not of a String: Groovy asks such a method for every property that is no other.
        return transfers().get(Map.of(), remote.toString(), null, null);
    }

    /** Copies from the host into a folder with the host's name. */
    public TransferResult get(Map<String, ?> options, String remote) {
        return transfers().get(options, remote, null, null);
    }

    /** Copies a file, a directory, or what a pattern matches, from the host: {@link #get(Map, String, Object)}. */
    public TransferResult get(String remote, Object local) {
        return transfers().get(Map.of(), remote, local, null);
    }

    /**
     * Copies from the host. Each file appears complete or not at all; folders that are missing here are made.
     *
     * <ul>
     *   <li>{@code remote} is a path, or, where nothing has that very name, a pattern as in {@code put}. The slash at the
     *       end of a directory means what it means there.
     *   <li>{@code local} is a file, a folder if it is there or ends with a slash, or a stream, which receives one file.
     *       {@code {host}}, {@code {user}}, {@code {port}}, {@code {dirname}} and {@code {basename}} stand for the host's
     *       and the remote path's.
     *   <li>Files that grow meanwhile arrive with at least the size that they had at first.
     * </ul>
     *
     * <p>Options as for {@code put}, but for {@code owner} and {@code mkdirs}.
     *
     * @throws TransferException when either side fails
     */
    public TransferResult get(Map<String, ?> options, String remote, Object local) {
        return transfers().get(options, remote, local, null);
    }

    /** Copies the files that {@code filter} takes, by their paths below {@code remote}. */
    public TransferResult get(String remote, Object local, Predicate<Path> filter) {
        return transfers().get(Map.of(), remote, local, filter);
    }

    /** Copies the files that {@code filter} takes, by their paths below {@code remote}. */
    public TransferResult get(Map<String, ?> options, String remote, Object local, Predicate<Path> filter) {
        return transfers().get(options, remote, local, filter);
    }

    /** The content of a file on the host, read as UTF-8. */
    public String getText(String remote) {
        return getText(Map.of(), remote);
    }

    /** The content of a file on the host, read as UTF-8; {@code sudo: true} for one that only root may read. */
    public String getText(Map<String, ?> options, String remote) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        transfers().get(options, remote, text, null);
        return text.toString(StandardCharsets.UTF_8);
    }

    private Transfers transfers() {
        return new Transfers(
                transport, this::asRoot, path -> path, Path.of(""), Path.of(System.getProperty("user.home")));
    }

    private Result asRoot(List<String> argv) {
        List<String> line = new ArrayList<>(List.of("sudo", "-n", "--"));
        line.addAll(argv);
        return run(Command.of(line).hide());
    }

    /**
     * Opens a port of this machine that leads to a port that the host reaches, for as long as {@code body} runs:
     * {@code c.forwardLocal(0, 5432, remoteHost: 'db') { port -> ... }}. The option localHost is the address to listen on.
     *
     * @param options remoteHost as seen from the host, and localHost; 127.0.0.1 unless given
     * @param localPort 0 to have one chosen
     * @param body gets the local port; its value is returned
     * @throws ForwardException when the port cannot be opened
     */
    public <T extends @Nullable Object> T forwardLocal(
            Map<String, ?> options, int localPort, int remotePort, IntFunction<T> body) {
        try (Forward forward = transport.forwardLocal(Tunnel.of(options, localPort, remotePort))) {
            return body.apply(forward.port());
        }
    }

    /** Opens a port of this machine that leads to one of the host, both on the loopback address. */
    public <T extends @Nullable Object> T forwardLocal(int localPort, int remotePort, IntFunction<T> body) {
        return forwardLocal(Map.of(), localPort, remotePort, body);
    }

    /**
     * Opens a port of the host that leads to a port that this machine reaches, for as long as {@code body} runs:
     * {@code c.forwardRemote(8080, 80) { port -> ... }}. The host's sshd decides whether others than itself may use it.
     *
     * @param options remoteHost, the address of the host to listen on, and localHost as seen from this
     *     machine; 127.0.0.1 unless given
     * @param remotePort 0 to have one chosen
     * @param body gets the port of the host; its value is returned
     * @throws ForwardException when the host does not open the port
     */
    public <T extends @Nullable Object> T forwardRemote(
            Map<String, ?> options, int remotePort, int localPort, IntFunction<T> body) {
        try (Forward forward = transport.forwardRemote(Tunnel.of(options, localPort, remotePort))) {
            return body.apply(forward.port());
        }
    }

    /** Opens a port of the host that leads to one of this machine, both on the loopback address. */
    public <T extends @Nullable Object> T forwardRemote(int remotePort, int localPort, IntFunction<T> body) {
        return forwardRemote(Map.of(), remotePort, localPort, body);
    }

    /** Ends the session; commands still running under it are ended with it. */
    @Override
    public void close() {
        transport.close();
    }
}
