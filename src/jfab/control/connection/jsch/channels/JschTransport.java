package jfab.control.connection.jsch.channels;

import com.jcraft.jsch.HostKey;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.Session;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import jfab.control.connection.Forward;
import jfab.control.connection.ForwardException;
import jfab.control.connection.Transport;
import jfab.control.connection.Tunnel;
import jfab.control.connection.command.AtShutdown;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.OutputListener;
import jfab.control.connection.command.Result;
import jfab.control.connection.command.Secret;
import jfab.control.connection.command.UserTerminal;
import jfab.control.connection.files.Download;
import jfab.control.connection.files.FileProblem;
import jfab.control.connection.files.Sftp;
import jfab.control.connection.files.TransferException;
import jfab.control.connection.files.TransferResult;
import jfab.control.connection.files.Upload;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.ConnectionException.Reason;
import jfab.control.connection.host.Host;
import jfab.control.connection.local.LocalRun;
import jfab.control.connection.transfer.Fetching;
import jfab.control.connection.transfer.HostSide;
import jfab.control.connection.transfer.PipedShell;
import jfab.control.connection.transfer.RemoteFiles;
import jfab.control.connection.transfer.Sending;
import jfab.control.connection.transfer.ShellFiles;
import jfab.control.connection.transfer.SmallFiles;
import org.jspecify.annotations.Nullable;

/** A connection over one JSch session. */
public final class JschTransport implements Transport {
    /** How long an interrupted transfer may take to tidy up on the host. */
    private static final Duration GRACE = Duration.ofSeconds(4);

    /** How soon the reader of a session notices that it has broken. */
    private static final Duration NOTICE = Duration.ofMillis(500);

    /** What a write says to a session that has broken, and also to a command that has ended. */
    private static final Pattern NO_MORE = Pattern.compile("(?i)pipe|reset|closed");

    private volatile Channels channels;
    private final Host host;
    private final OutputListener output;
    private final Set<CommandRun> running = ConcurrentHashMap.newKeySet();
    private @Nullable HostSide known;
    private volatile boolean warned;

    public JschTransport(Channels channels, Host host, OutputListener output) {
        this.channels = channels;
        this.host = host;
        this.output = output;
    }

    @Override
    public Host host() {
        return host;
    }

    @Override
    public Host login() {
        Session session = channels.session();
        return new Host(host.name(), session.getUserName(), session.getPort());
    }

    @Override
    public Optional<String> hostKey() {
        HostKey key = channels.session().getHostKey();
        return key == null ? Optional.empty() : Optional.of(key.getType() + " " + key.getKey());
    }

    @Override
    public Result run(Command command) {
        warn(command);
        CommandRun run = new CommandRun(channels, host, command, output);
        running.add(run);
        try (AtShutdown _ = AtShutdown.call(run::abandon, host)) {
            return run.run(null, null);
        } finally {
            running.remove(run);
        }
    }

    /** Once, as a task may run a hundred such commands. */
    private void warn(Command command) {
        if (!warned && Secret.in(command.line())) {
            warned = true;
            output.notice(
                    host,
                    "a secret stands in a command line, which everybody on the host can list; give it as input instead");
        }
    }

    @Override
    public Result pipe(Command command, @Nullable InputStream in, OutputStream out) {
        return new CommandRun(channels, host, command.hide(), output).run(in, out);
    }

    @Override
    public Result local(Command command, Path folder) {
        return new LocalRun(host, command, output).run(folder);
    }

    @Override
    public TransferResult put(Upload upload) {
        long start = System.nanoTime();
        HostSide side = side(upload.remote(), Sending.needsFiles(upload), Sending.needsShell(upload));
        return apart(upload.remote(), side, files -> new Sending(files, this).run(upload))
                .since(start, host, upload.remote());
    }

    @Override
    public TransferResult get(Download download) {
        long start = System.nanoTime();
        Session session = channels.session();
        return apart(
                        download.remote(),
                        side -> new Fetching(side)
                                .run(download, String.valueOf(session.getUserName()), session.getPort()))
                .since(start, host, download.remote());
    }

    @Override
    public Sftp sftp() {
        return new SmallFiles(this::apart);
    }

    @Override
    public boolean connected() {
        return channels.connected();
    }

    private <T> T apart(String path, SmallFiles.Work<T> files) {
        return apart(path, side(path, true, false), files);
    }

    /** Does {@code files} on a thread of its own, because JSch swallows interrupts. */
    private <T> T apart(String path, HostSide side, SmallFiles.Work<T> files) {
        FutureTask<T> work = new FutureTask<>(() -> files.run(side));
        Thread thread = Thread.ofVirtual().name("transfer " + host).unstarted(work);
        try (AtShutdown _ = AtShutdown.call(() -> abandon(side, thread), host)) {
            thread.start();
            return work.get();
        } catch (ExecutionException e) {
            throw failed(path, e.getCause());
        } catch (InterruptedException e) {
            side.interrupt();
            known = null;
            TransferException interrupted = new TransferException(host, path, "interrupted" + left(thread, work), e);
            Thread.currentThread().interrupt();
            throw interrupted;
        }
    }

    /** What a host that says nothing holds up learns that it is over by the end of the session, and can still tidy up here. */
    private void abandon(HostSide side, Thread transfer) {
        side.interrupt();
        try {
            if (!transfer.join(GRACE)) {
                channels.session().disconnect();
                transfer.join(GRACE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What an interrupted transfer left on the host, as far as it can be known. */
    private static String left(Thread thread, FutureTask<?> work) {
        try {
            if (!thread.join(GRACE)) {
                return ", and the host does not answer; a hidden .jfab-* file may be left there";
            }
        } catch (InterruptedException again) {
            return " at once; a hidden .jfab-* file may be left there";
        }
        return work.state() == Future.State.FAILED ? left(work.exceptionNow()) : "";
    }

    private static String left(Throwable failure) {
        Throwable[] tidying = failure.getSuppressed();
        return tidying.length == 0 ? "" : "; " + tidying[0].getMessage();
    }

    /** Whether the session has broken; its reader may notice that a moment after whoever writes has. */
    private boolean broken(@Nullable Throwable cause) {
        boolean maybe = cause instanceof IOException problem
                && NO_MORE.matcher(String.valueOf(problem.getMessage())).find();
        long end = System.nanoTime() + NOTICE.toNanos();
        while (maybe && channels.connected() && System.nanoTime() < end) {
            LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
        }
        return !channels.connected();
    }

    private RuntimeException failed(String path, @Nullable Throwable cause) {
        if (cause instanceof ConnectionException none) {
            return none;
        }
        if (broken(cause)) {
            Throwable why = SessionThreads.failure(channels.session());
            return new ConnectionException(
                    host,
                    Reason.LOST,
                    path + ": the connection broke" + (why == null ? "" : ": " + why),
                    why == null ? cause : why);
        }
        return switch (cause) {
            case IOException problem ->
                new TransferException(host, path, FileProblem.of(problem) + left(problem), problem);
            case RuntimeException defect -> defect;
            case null, default -> new IllegalStateException(cause);
        };
    }

    /**
     * What the host offers for files; it is asked on a thread of its own as well.
     *
     * @param files whether the work at hand needs its server of files, and so {@code shell} its shell
     */
    private HostSide side(String path, boolean files, boolean shell) {
        HostSide side = known;
        if (side != null) {
            return side;
        }
        FutureTask<HostSide> opening = new FutureTask<>(() -> {
            PipedShell piped = new PipedShell(this::pipe);
            HostSide opened = new HostSide(host, each -> files(each, piped), piped, output);
            opened.prepare(files, shell);
            return opened;
        });
        Thread.ofVirtual().name("files of " + host).start(opening);
        try {
            side = opening.get();
            known = side;
            return side;
        } catch (ExecutionException e) {
            throw failed(path, e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TransferException(host, path, "interrupted", e);
        }
    }

    private RemoteFiles files(HostSide side, PipedShell shell) {
        SftpFiles sftp = new SftpFiles(channels);
        if (sftp.available()) {
            return sftp;
        }
        side.forgetShell();
        if (!side.hasShell() && !channels.connected()) {
            // JSch greets a server of files also when that has just gone, as one does that is not installed, and for
            // that sshd ends the session. A second log-in does without.
            channels = channels.apart();
            side.forgetShell();
        }
        return new ShellFiles(shell);
    }

    @Override
    public Forward forwardLocal(Tunnel tunnel) {
        return LocalForward.open(answering(), host, tunnel, this::notice);
    }

    @Override
    public Forward forwardRemote(Tunnel tunnel) {
        return RemoteForward.open(answering(), host, tunnel);
    }

    private Session answering() {
        try {
            return channels.answering();
        } catch (JSchException e) {
            throw new ForwardException(host, "interrupted while a port was opened", e);
        }
    }

    @Override
    public int shell(@Nullable Command command, Supplier<UserTerminal> terminal) {
        try (UserTerminal opened = terminal.get()) {
            return new HostTerminal(channels, host).run(command, opened);
        }
    }

    @Override
    public void notice(String text) {
        output.notice(host, text);
    }

    @Override
    public void leave() {
        end();
        channels.leave();
    }

    @Override
    public void close() {
        end();
        channels.session().disconnect();
    }

    /** Ends what threads of a task still run that it has not waited for. */
    private void end() {
        if (channels.connected()) {
            running.forEach(CommandRun::abandon);
        }
    }
}
