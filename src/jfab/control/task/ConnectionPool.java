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
        Transport transport = idle(host).poll();
        return new Lent(transport == null ? connector.connect(host) : transport);
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

    private final class Lent implements Transport {
        private final Transport transport;
        // Also written by the threads of started commands.
        private volatile boolean broken;
        private boolean returned;

        Lent(Transport transport) {
            this.transport = transport;
        }

        @Override
        public Host host() {
            return transport.host();
        }

        @Override
        public Host login() {
            return transport.login();
        }

        @Override
        public Optional<String> hostKey() {
            return transport.hostKey();
        }

        @Override
        public Result run(Command command) {
            return watched(() -> transport.run(limited(command)));
        }

        @Override
        public Result run(Command command, FileWork work) {
            return watched(() -> transport.run(limited(command), work));
        }

        @Override
        public Result pipe(Command command, @Nullable InputStream in, OutputStream out) {
            return watched(() -> transport.pipe(limited(command), in, out));
        }

        @Override
        public Result launch(Command command, @Nullable InputStream in, Command keeper) {
            return watched(() -> transport.launch(limited(command), in, keeper));
        }

        @Override
        public Result local(Command command, Path folder) {
            return transport.local(limited(command), folder);
        }

        @Override
        public TransferResult put(Upload upload) {
            return watched(() -> transport.put(upload));
        }

        @Override
        public TransferResult get(Download download) {
            return watched(() -> transport.get(download));
        }

        /** Not watched: what breaks it breaks the session, which is seen when it is given back. */
        @Override
        public Sftp sftp() {
            return transport.sftp();
        }

        @Override
        public boolean connected() {
            return !returned && transport.connected();
        }

        @Override
        public Forward forwardLocal(Tunnel tunnel) {
            return watched(() -> transport.forwardLocal(tunnel));
        }

        @Override
        public Forward forwardRemote(Tunnel tunnel) {
            return watched(() -> transport.forwardRemote(tunnel));
        }

        @Override
        public int shell(@Nullable Command command, Supplier<UserTerminal> terminal) {
            return watched(() -> transport.shell(command, terminal));
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
        public void close() {
            if (returned) {
                return;
            }
            returned = true;
            // What an interrupted thread leaves behind may still be talking.
            if (broken || !transport.connected() || Thread.currentThread().isInterrupted()) {
                transport.close();
            } else {
                idle(host()).add(transport);
            }
        }

        private Command limited(Command command) {
            return command.timeout() != null || commandTimeout == null ? command : command.within(commandTimeout);
        }

        private <T> T watched(Supplier<T> operation) {
            try {
                return operation.get();
            } catch (ConnectionException e) {
                broken = true;
                throw e;
            }
        }
    }
}
