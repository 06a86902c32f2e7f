package jfab.control.connection.transfer;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import jfab.control.connection.command.OutputListener;
import jfab.control.connection.host.Host;
import org.jspecify.annotations.Nullable;

/** What a host offers to transfers. Belongs to one thread at a time. */
public final class HostSide {
    /** What its shell can do; each can do what those before it can. */
    enum Tools {
        /** There is no shell: commands are refused, or SFTP is served instead. */
        NONE,
        SHELL,
        /** A tar that unpacks. */
        TAR,
        /** A tar that takes names from a stream. */
        FULL
    }

    /** What may be interrupted. */
    @FunctionalInterface
    interface Work<T, E extends Exception> {
        T run() throws E;
    }

    private final Host host;
    private final Function<HostSide, RemoteFiles> opening;
    private final Shell shell;
    private final OutputListener output;
    private volatile @Nullable RemoteFiles files;
    private volatile @Nullable FutureTask<Tools> probing;
    private @Nullable Thread waiting;
    private boolean interrupted;

    /** @param opening opens the host's files when they are first needed, which takes a few round trips */
    public HostSide(Host host, Function<HostSide, RemoteFiles> opening, Shell shell, OutputListener output) {
        this.host = host;
        this.opening = opening;
        this.shell = shell;
        this.output = output;
    }

    /** Asks what is sure to be needed, files and shell at the same time. */
    public void prepare(boolean withFiles, boolean withShell) {
        if (withShell) {
            FutureTask<Tools> probe = new FutureTask<>(this::probe);
            probing = probe;
            Thread.ofVirtual().name("shell of " + host).start(probe);
        }
        if (withFiles) {
            files();
        }
    }

    /** Breaks off what another thread does; what tidies up after it still works. */
    public void interrupt() {
        RemoteFiles open = files;
        if (open != null) {
            open.interrupt();
        }
        shell.interrupt();
        synchronized (this) {
            interrupted = true;
            if (waiting != null) {
                waiting.interrupt();
            }
        }
    }

    /** Does what another thread may interrupt, such as a command that was not started here. */
    <T, E extends Exception> T watched(Work<T, E> work) throws InterruptedIOException, E {
        synchronized (this) {
            if (interrupted) {
                throw new InterruptedIOException("interrupted");
            }
            waiting = Thread.currentThread();
        }
        try {
            return work.run();
        } finally {
            synchronized (this) {
                waiting = null;
                if (interrupted) {
                    Thread.interrupted();
                }
            }
        }
    }

    RemoteFiles files() {
        RemoteFiles open = files;
        if (open == null) {
            open = opening.apply(this);
            files = open;
            if (isInterrupted()) {
                open.interrupt();
            }
        }
        return open;
    }

    private synchronized boolean isInterrupted() {
        return interrupted;
    }

    Shell shell() {
        return shell;
    }

    Host host() {
        return host;
    }

    TransferProgress progress(String what, long total) {
        return new TransferProgress(output, host, what, total);
    }

    void notice(String text) {
        output.notice(host, text);
    }

    /** Whether commands run there. */
    public boolean hasShell() {
        return has(Tools.SHELL);
    }

    boolean has(Tools wanted) {
        return tools().compareTo(wanted) >= 0;
    }

    /** @throws IOException with {@code why} where there is no shell */
    void needShell(String why) throws IOException {
        if (!has(Tools.SHELL)) {
            throw new IOException(why + " needs a shell on the host, and it has none");
        }
    }

    private Tools tools() {
        FutureTask<Tools> asked = probing;
        if (asked == null) {
            asked = new FutureTask<>(this::probe);
            probing = asked;
        }
        // Where another thread is at it, this does nothing.
        asked.run();
        try {
            return asked.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Tools.NONE;
        }
    }

    /** Has the shell asked once more: it may have answered over a connection that broke, or not answered because of that. */
    public void forgetShell() {
        probing = null;
    }

    private Tools probe() {
        try {
            String said = shell.ask("echo shell; command -v tar && tar --version; exit 0");
            if (!said.startsWith("shell\n")) {
                return Tools.NONE;
            }
            return said.contains("GNU tar") || said.contains("bsdtar")
                    ? Tools.FULL
                    : said.contains("tar") ? Tools.TAR : Tools.SHELL;
        } catch (IOException e) {
            return Tools.NONE;
        }
    }
}
