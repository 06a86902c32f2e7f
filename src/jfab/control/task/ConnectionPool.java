package jfab.control.task;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import jfab.control.connection.Connector;
import jfab.control.connection.Defaults;
import jfab.control.connection.FileWork;
import jfab.control.connection.Forward;
import jfab.control.connection.Transport;
import jfab.control.connection.Tunnel;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.Result;
import jfab.control.connection.command.UserTerminal;
import jfab.control.connection.files.Download;
import jfab.control.connection.files.Sftp;
import jfab.control.connection.files.TransferResult;
import jfab.control.connection.files.Upload;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.Host;
import org.jspecify.annotations.Nullable;

/**
 * A connector whose connections are lent: closing one returns it, and the next task on that host gets it again.
 *
 * <p>One that broke is closed instead. Closing the pool closes the connections that lie in it, and leaves the
 * connector behind it open.
 */
final class ConnectionPool implements Connector {
    private static final ThreadLocal<@Nullable OfTask> BODY = new ThreadLocal<>();

    private final Connector connector;
    private final @Nullable Duration commandTimeout;
    private final Map<Host, Queue<Transport>> idle = new ConcurrentHashMap<>();

    /** A pool of {@code connector}'s connections; {@code commandTimeout} limits commands that have no own limit. */
    ConnectionPool(Connector connector, @Nullable Duration commandTimeout) {
        this.connector = connector;
        this.commandTimeout = commandTimeout;
    }

    @Override
    public Transport connect(Host host) {
        return new Lent(host, null);
    }

    /** This pool for the body of a task that this thread is about to run, until that is closed. */
    OfTask untilStopped(BooleanSupplier stopped) {
        OfTask task = new OfTask(stopped);
        BODY.set(task);
        return task;
    }

    /** This pool for hosts that the body in this thread has work; itself where there is none. */
    Connector forGroup() {
        OfTask task = BODY.get();
        return task == null ? this : task.new OfGroup();
    }

    /** Ends the body in this thread where it has been stopped. */
    void checkBody() {
        OfTask task = BODY.get();
        if (task != null) {
            task.check();
        }
    }

    private Transport any(Host host) {
        Queue<Transport> idle = idle(host);
        for (Transport next = idle.poll(); next != null; next = idle.poll()) {
            if (next.connected()) {
                return next;
            }
            next.close();
        }
        return connector.connect(host);
    }

    @Override
    public boolean dry() {
        return connector.dry();
    }

    @Override
    public Defaults defaults() {
        return connector.defaults();
    }

    @Override
    public void close() {
        // In parallel, because saying good-bye takes a round trip.
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            idle.values().stream().flatMap(Queue::stream).forEach(transport -> threads.execute(transport::leave));
        }
        idle.clear();
    }

    private Queue<Transport> idle(Host host) {
        return idle.computeIfAbsent(host, any -> new ConcurrentLinkedQueue<>());
    }

    /** What a task sees of the pool. */
    abstract class View implements Connector {
        @Override
        public boolean dry() {
            return connector.dry();
        }

        @Override
        public Defaults defaults() {
            return connector.defaults();
        }
    }

    /**
     * The pool as the body of one task on one host sees it.
     *
     * <ul>
     *   <li>Once {@code stopped}, what the body asks for next ends it, by a {@link StoppedError}.
     *   <li>A session that it closes, or that the host has ended, is opened again when the body needs one.
     * </ul>
     */
    final class OfTask extends View {
        private final BooleanSupplier stopped;
        private final Thread body = Thread.currentThread();
        private volatile boolean told;

        private OfTask(BooleanSupplier stopped) {
            this.stopped = stopped;
        }

        @Override
        public Transport connect(Host host) {
            return new Lent(host, this);
        }

        /** Whether the body has been ended. */
        boolean told() {
            return told;
        }

        @Override
        public void check() {
            check(null);
        }

        /** As {@link #check}, before something is begun on {@code host}; in a thread that the body has made it is refused. */
        private void begin(Host host) {
            check(null);
            if (!told && !Thread.currentThread().equals(body) && stopped.getAsBoolean()) {
                throw new ConnectionException(host, ConnectionException.Reason.LOST, "the task has been stopped", null);
            }
        }

        @Override
        public void close() {
            BODY.remove();
        }

        /** Once: what the body does then, it does in {@code finally}. */
        private void check(@Nullable RuntimeException failure) {
            if (!told && Thread.currentThread().equals(body) && stopped.getAsBoolean()) {
                told = true;
                // Or what is done in finally would be interrupted too.
                Thread.interrupted();
                throw new StoppedError(failure);
            }
        }

        /** The same for hosts that the body has work, each in a thread of its own. */
        private final class OfGroup extends View {
            @Override
            public Transport connect(Host host) {
                OfTask task = new OfTask(stopped);
                // What the body does in finally is done on these hosts too.
                task.told = told;
                // What runs in this thread is the body's work, tasks that it invokes from here too.
                BODY.set(task);
                return new Lent(host, task);
            }

            @Override
            public void check() {
                OfTask.this.check();
            }

            @Override
            public void close() {
                // Its connections go back one by one.
            }
        }
    }

    private final class Lent implements Transport {
        private final Host host;
        private final @Nullable OfTask task;
        private volatile Transport transport;
        // Also written by the threads of started commands.
        private volatile boolean broken;
        private volatile boolean closed;
        private boolean returned;
        /** Whether there is a session that can end: a dry run has none. */
        private boolean alive;

        Lent(Host host, @Nullable OfTask task) {
            this.host = host;
            this.task = task;
            this.transport = any(host);
            this.alive = task != null && transport.connected();
        }

        /** The line to the host, made again for a task where it has ended. */
        private synchronized Transport live() {
            if (closed || (alive && !transport.connected())) {
                Transport ended = transport;
                transport = connector.connect(host);
                alive = transport.connected();
                closed = false;
                broken = false;
                ended.close();
            }
            return transport;
        }

        @Override
        public Host host() {
            return transport.host();
        }

        @Override
        public Host login() {
            return live().login();
        }

        @Override
        public Optional<String> hostKey() {
            return live().hostKey();
        }

        @Override
        public Result run(Command command) {
            return watched(() -> live().run(limited(command)));
        }

        @Override
        public Result run(Command command, FileWork work) {
            return watched(() -> live().run(limited(command), work));
        }

        @Override
        public Result pipe(Command command, @Nullable InputStream in, OutputStream out) {
            return watched(() -> live().pipe(limited(command), in, out));
        }

        @Override
        public Result launch(Command command, @Nullable InputStream in, Command keeper) {
            return watched(() -> live().launch(limited(command), in, keeper));
        }

        @Override
        public Result local(Command command, Path folder) {
            return told(() -> transport.local(limited(command), folder));
        }

        @Override
        public TransferResult put(Upload upload) {
            return watched(() -> live().put(upload));
        }

        @Override
        public TransferResult get(Download download) {
            return watched(() -> live().get(download));
        }

        /** Not watched: what breaks it breaks the session, which is seen when it is given back. */
        @Override
        public Sftp sftp() {
            return told(() -> live().sftp());
        }

        @Override
        public boolean connected() {
            return !returned && !closed && transport.connected();
        }

        @Override
        public Forward forwardLocal(Tunnel tunnel) {
            return watched(() -> live().forwardLocal(tunnel));
        }

        @Override
        public Forward forwardRemote(Tunnel tunnel) {
            return watched(() -> live().forwardRemote(tunnel));
        }

        @Override
        public int shell(@Nullable Command command, Supplier<UserTerminal> terminal) {
            return watched(() -> live().shell(command, terminal));
        }

        @Override
        public Executor aside() {
            return transport.aside();
        }

        @Override
        public void notice(String text) {
            transport.notice(text);
        }

        @Override
        public void check() {
            if (task != null) {
                task.check();
            }
        }

        /** Of a task, ends the session, which it may need again; else gives the line back. */
        @Override
        public void close() {
            if (task == null) {
                leave();
            } else {
                closed = true;
                transport.close();
            }
        }

        @Override
        public void leave() {
            if (returned) {
                return;
            }
            returned = true;
            // What an interrupted thread leaves behind may still be talking.
            boolean stopped = task != null && task.told();
            if (broken
                    || closed
                    || stopped
                    || !transport.connected()
                    || Thread.currentThread().isInterrupted()) {
                transport.close();
            } else {
                idle(host).add(transport);
            }
        }

        private Command limited(Command command) {
            return command.timeout() != null || commandTimeout == null ? command : command.within(commandTimeout);
        }

        private <T> T watched(Supplier<T> operation) {
            return told(() -> {
                try {
                    return operation.get();
                } catch (ConnectionException e) {
                    broken = true;
                    throw e;
                }
            });
        }

        private <T> T told(Supplier<T> operation) {
            if (task == null) {
                return operation.get();
            }
            task.begin(host);
            try {
                return operation.get();
            } catch (RuntimeException e) {
                task.check(e);
                throw e;
            }
        }
    }
}
