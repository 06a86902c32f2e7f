package jfab.control.connection;

import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.stream.IntStream;
import jfab.JfabException;
import jfab.control.connection.command.CommandException;
import jfab.control.connection.command.GivenStream;
import jfab.control.connection.command.OptionException;
import jfab.control.connection.command.Result;
import jfab.control.connection.files.TransferResult;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.Host;
import jfab.control.connection.host.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Hosts that the same operation runs on in parallel, a virtual thread and a connection for each.
 *
 * <pre>{@code
 * task('kernels') { c ->
 *     group('gpu[01-16]').run('uname -r').each { println it.host() }
 * }
 * }</pre>
 *
 * <p>All hosts are worked on even when some fail. Interrupting the calling thread interrupts every host's.
 *
 * @param atOnce how many hosts work at the same time at most, as {@code --pool-size} says
 */
public record Group(List<Host> hosts, Connector connector, int atOnce) {
    public Group {
        hosts = List.copyOf(hosts);
    }

    /** Hosts that all work at the same time. */
    public Group(List<Host> hosts, Connector connector) {
        this(hosts, connector, Integer.MAX_VALUE);
    }

    /** The hosts, in the order of the results: {@code group('@db').hosts*.name()}. */
    @Override
    public List<Host> hosts() {
        return hosts;
    }

    /**
     * Runs a shell line on every host and waits for all, as in {@code group.run('uptime')}.
     *
     * @throws JfabException when it fails on a host: that host's failure, or a {@link GroupException} that holds several
     */
    public GroupResult<Result> run(String line) throws InterruptedException {
        return checked(run(connection -> connection.run(line)));
    }

    /** Runs a program with arguments on every host, each argument quoted; otherwise as a shell line. */
    public GroupResult<Result> run(List<?> argv) throws InterruptedException {
        return checked(run(connection -> connection.run(argv)));
    }

    /**
     * Runs a shell line on every host, with the options of {@link Connection#run}.
     *
     * <p>With {@code warn: true}, a host whose command does not exit as it should counts as failed, and is not thrown.
     *
     * <p>Gives what became of it on each host: {@code results['gpu01'].out}, {@code results.each { println it.host }}, {@code results.ok},
     * {@code results.succeeded.each { println it.value.out }}, {@code results.failed.each { println it.failure.message }},
     * {@code results.values()} by host.
     */
    public GroupResult<Result> run(Map<String, ?> options, String line) throws InterruptedException {
        return warned(options, strict -> run(connection -> connection.run(strict, line)));
    }

    /** Runs a program with arguments on every host, with options. */
    public GroupResult<Result> run(Map<String, ?> options, List<?> argv) throws InterruptedException {
        return warned(options, strict -> run(connection -> connection.run(strict, argv)));
    }

    /** Runs a shell line as root on every host. */
    public GroupResult<Result> sudo(String line) throws InterruptedException {
        return sudo(Map.of(), line);
    }

    /** Runs a shell line on every host as root or as {@code user:}, with the options of {@link Connection#sudo}. */
    public GroupResult<Result> sudo(Map<String, ?> options, String line) throws InterruptedException {
        return warned(options, strict -> run(connection -> connection.sudo(strict, line)));
    }

    /** Runs a program with arguments as root on every host, each argument quoted. */
    public GroupResult<Result> sudo(List<?> argv) throws InterruptedException {
        return sudo(Map.of(), argv);
    }

    /** Runs a program with arguments on every host as root or as {@code user:}. */
    public GroupResult<Result> sudo(Map<String, ?> options, List<?> argv) throws InterruptedException {
        return warned(options, strict -> run(connection -> connection.sudo(strict, argv)));
    }

    /** A run with options on all hosts. */
    @FunctionalInterface
    private interface Run {
        GroupResult<Result> with(Map<String, ?> options) throws InterruptedException;
    }

    private GroupResult<Result> warned(Map<String, ?> options, Run run) throws InterruptedException {
        refuseOnce("in", options.get("in"));
        Map<String, Object> strict = new LinkedHashMap<>(options);
        boolean warns = Boolean.TRUE.equals(strict.remove("warn"));
        GroupResult<Result> result = run.with(strict);
        return warns && result.failed().stream().allMatch(failed -> failed.failure() instanceof CommandException)
                ? result
                : checked(result);
    }

    /** What the first host to read it would leave nothing of for the others is refused before anything is run. */
    private void refuseOnce(String what, @Nullable Object content) {
        if (hosts.size() > 1 && GivenStream.once(content)) {
            throw new OptionException(what + ": a stream has its content once, and " + hosts.size()
                    + " hosts would read it; give the file, text or bytes");
        }
    }

    /** Copies a file, a directory or what a pattern matches to every host: {@link Connection#put(Map, Object, String)}. */
    public GroupResult<TransferResult> put(Object local, String remote) throws InterruptedException {
        return put(Map.of(), local, remote);
    }

    /** Copies to every host, with the options of {@link Connection#put(Map, Object, String)}. */
    public GroupResult<TransferResult> put(Map<String, ?> options, Object local, String remote)
            throws InterruptedException {
        refuseOnce("put", local);
        return checked(run(connection -> connection.put(options, local, remote)));
    }

    /** Copies {@code text:} or {@code bytes:} to a file on every host. */
    public GroupResult<TransferResult> put(Map<String, ?> options, String remote) throws InterruptedException {
        return checked(run(connection -> connection.put(options, remote)));
    }

    /** Copies from every host into a folder with the host's name. */
    public GroupResult<TransferResult> get(CharSequence remote) throws InterruptedException {
        // Not of a String: Groovy asks such a method for every property that is no other.
        return get(Map.of(), remote.toString(), "{host}/");
    }

    /**
     * Copies from every host, as in {@code get('logs/app.log', 'logs/{host}.log')}. Where {@code local} has no
     * {@code {host}} in it, it is a folder that gets a folder of each host's name.
     */
    public GroupResult<TransferResult> get(String remote, Object local) throws InterruptedException {
        return get(Map.of(), remote, local);
    }

    /** Copies from every host, with the options of {@link Connection#get(Map, String, Object)}. */
    public GroupResult<TransferResult> get(Map<String, ?> options, String remote, Object local)
            throws InterruptedException {
        if (local instanceof OutputStream) {
            throw new OptionException("get of several hosts writes files, and not all into one stream");
        }
        String path = local.toString();
        String own = path.contains("{host}") ? path : path + (path.endsWith("/") ? "{host}/" : "/{host}/");
        return checked(run(connection -> connection.get(options, remote, own)));
    }

    private static <T> GroupResult<T> checked(GroupResult<T> result) {
        result.orThrow();
        return result;
    }

    /**
     * Runs {@code operation} on every host and waits for all; failures are in the result and are not thrown.
     *
     * @throws RuntimeException the first that is no {@link JfabException}, when all are done: a mistake of the operation
     */
    public <T> GroupResult<T> run(Function<Connection, T> operation) throws InterruptedException {
        connector.check();
        Semaphore places = new Semaphore(atOnce);
        Together together = Together.of(Math.min(hosts.size(), atOnce));
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<T>> futures = threads.invokeAll(hosts.stream()
                    .<Callable<T>>map(host -> () -> {
                        places.acquire();
                        try {
                            return on(atOnce > 1 ? connector.open(host, together) : connector.open(host), operation);
                        } finally {
                            places.release();
                        }
                    })
                    .toList());
            throwDefects(futures);
            return new GroupResult<>(IntStream.range(0, hosts.size())
                    .mapToObj(index -> outcome(hosts.get(index), futures.get(index)))
                    .toList());
        } catch (InterruptedException | Error e) {
            connector.check();
            throw e;
        }
    }

    private static <T> T on(Connection connection, Function<Connection, T> operation) {
        try {
            return operation.apply(connection);
        } finally {
            connection.leave();
        }
    }

    private static <T> Outcome<T> outcome(Host host, Future<T> future) {
        return switch (future.state()) {
            case SUCCESS -> new Outcome.Succeeded<>(host, future.resultNow());
            case FAILED -> new Outcome.Failed<>(host, (JfabException) future.exceptionNow());
            case CANCELLED, RUNNING ->
                new Outcome.Failed<>(
                        host, new ConnectionException(host, ConnectionException.Reason.LOST, "interrupted", null));
        };
    }

    /** Defects, of ours or of a task body, travel on unwrapped with their stacks: the first, with the others suppressed. */
    private static <T> void throwDefects(List<Future<T>> futures) {
        List<Throwable> defects = futures.stream()
                .filter(future -> future.state() == Future.State.FAILED)
                .map(Future::exceptionNow)
                .filter(thrown -> !(thrown instanceof JfabException))
                .distinct()
                .toList();
        if (defects.isEmpty()) {
            return;
        }
        Throwable first = defects.getFirst();
        defects.stream().skip(1).forEach(first::addSuppressed);
        switch (first) {
            case RuntimeException defect -> throw defect;
            case Error error -> throw error;
            default -> throw new IllegalStateException(first);
        }
    }
}
