package jfab.control.connection;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import jfab.control.connection.broadcast.HostLine;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.CommandException;
import jfab.control.connection.command.Input;
import jfab.control.connection.command.Result;
import jfab.control.connection.command.UserTerminal;
import jfab.control.connection.files.Download;
import jfab.control.connection.files.Sftp;
import jfab.control.connection.files.TransferException;
import jfab.control.connection.files.TransferResult;
import jfab.control.connection.files.Upload;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.Host;
import org.jspecify.annotations.Nullable;

/**
 * A logged-in line to one host: what a {@link Connection} is made of, and all that a vendor of SSH has to offer.
 *
 * <ul>
 *   <li>It is opened by a {@link Connector} and belongs to one thread at a time; whoever opened it closes it. Commands alone
 *       may be run by other threads meanwhile.
 *   <li>Every method throws {@link ConnectionException} when the line breaks.
 * </ul>
 */
public interface Transport extends HostLine, AutoCloseable {
    @Override
    Host host();

    /** The host with the user and the port that this line was opened with. */
    default Host login() {
        return host();
    }

    /**
     * Runs {@code command} as it stands and waits for it. Its lines are shown live, unless it is hidden, and captured.
     *
     * @throws CommandException when the exit code is not one that is accepted
     */
    Result run(Command command);

    /**
     * Runs {@code command}, which is a script of jfab's own; who only shows or writes down what is done does that with {@code work}.
     *
     * @throws CommandException when the exit code is not one that is accepted
     */
    default Result run(Command command, FileWork work) {
        return run(command);
    }

    /**
     * Runs {@code command} with its streams connected instead of captured: nothing is shown and {@code Result.out} is
     * empty. Standard error is captured.
     *
     * @param in sent as standard input, then closed; null for none
     * @param out receives standard output; it must not block for long
     * @throws CommandException when the exit code is not one that is accepted
     */
    @Override
    Result pipe(Command command, @Nullable InputStream in, OutputStream out);

    /**
     * Runs {@code command}, whose processes are to outlive it and this line. Where a host ends what a command leaves behind,
     * {@code keeper} then runs beside it for as long as it is needed, and is told by SIGTERM when all has to end.
     *
     * @param in sent as standard input, then closed; null for none
     * @throws CommandException when the exit code is not one that is accepted
     */
    default Result launch(Command command, @Nullable InputStream in, Command keeper) {
        return run(in == null ? command : command.with(command.streams().reading(Input.of(in))));
    }

    /**
     * Runs {@code command} on this machine, in {@code folder}, and shows its lines as this host's.
     *
     * @throws CommandException when the exit code is not one that is accepted
     */
    Result local(Command command, Path folder);

    /**
     * Copies files to the host. Each appears complete or not at all.
     *
     * @throws TransferException when either side fails
     */
    TransferResult put(Upload upload);

    /**
     * Copies files from the host. Each appears complete or not at all.
     *
     * @throws TransferException when either side fails
     */
    TransferResult get(Download download);

    /** Small operations on the host's files; a tilde at the begin of a path is the home of who logged in. */
    Sftp sftp();

    /** Whether the session still stands, as far as it is known here. */
    boolean connected();

    /**
     * Opens a port of this machine that leads to one that the host reaches.
     *
     * @throws ForwardException when it cannot be opened
     */
    Forward forwardLocal(Tunnel tunnel);

    /**
     * Opens a port of the host that leads to one that this machine reaches.
     *
     * @throws ForwardException when the host does not open it
     */
    Forward forwardRemote(Tunnel tunnel);

    /** Runs what is to go on beside the caller: on another thread, unless this only pretends to run anything. */
    default Executor aside() {
        // Not on a virtual thread: one that is interrupted while it writes closes the socket.
        return work -> Thread.ofPlatform().daemon().name("started on " + host()).start(work);
    }

    @Override
    void notice(String text);

    /**
     * Runs {@code command} on what {@code terminal} opens until it ends; gives its exit code.
     *
     * @param command null for the login shell
     */
    int shell(@Nullable Command command, Supplier<UserTerminal> terminal);

    /** Throws where the task that it belongs to is to go no further; called by who begins something beside it, or waits for that in vain. */
    default void check() {}

    /** Lets go of the session, under which nothing runs: it ends, or is used again by the next command on this machine. */
    default void leave() {
        close();
    }

    /** Ends the session; commands still running under it are ended with it. */
    @Override
    void close();
}
