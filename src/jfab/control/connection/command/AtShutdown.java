package jfab.control.connection.command;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.ConnectionException.Reason;
import jfab.control.connection.host.Host;

/**
 * What is ended on a host when this process is told to end, by SIGTERM, SIGHUP or, in programs that do not take it for themselves,
 * Ctrl-C. Closed when there is nothing to end any more.
 */
public final class AtShutdown implements AutoCloseable {
    /** For all of it, as supervisors such as systemd do not wait for ever either. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final Set<AtShutdown> OPEN = ConcurrentHashMap.newKeySet();
    private static volatile boolean ending;
    private static volatile boolean told;

    static {
        try {
            Runtime.getRuntime().addShutdownHook(new Thread(AtShutdown::endAll, "ending on hosts"));
        } catch (IllegalStateException e) {
            ending = true;
        }
    }

    private final Runnable end;
    private final List<Host> hosts;
    private final boolean follows;

    private AtShutdown(Runnable end, List<Host> hosts, boolean follows) {
        this.end = end;
        this.hosts = hosts;
        this.follows = follows;
    }

    /** Has this process be ready for it from now on, and not when something is first to be ended. */
    public static void prepare() {
        // Loading this class has done it.
    }

    /**
     * Has {@code end} called when this process is told to end.
     *
     * @throws ConnectionException when it has been: nothing more is begun then, whatever a program would go on with
     */
    public static AtShutdown call(Runnable end, Host host) {
        return new AtShutdown(end, List.of(host), false).opened();
    }

    /**
     * Has {@code tell} called when this process is told to end while it only follows what goes on by itself on {@code hosts}: nothing
     * there is said to be left by it.
     *
     * @throws ConnectionException when it has been
     */
    public static AtShutdown following(Runnable tell, List<Host> hosts) {
        return new AtShutdown(tell, List.copyOf(hosts), true).opened();
    }

    private AtShutdown opened() {
        OPEN.add(this);
        if (ending) {
            OPEN.remove(this);
            throw new ConnectionException(hosts.getFirst(), Reason.LOST, "this process was told to end", null);
        }
        return this;
    }

    /** Has what is interrupted from now on know that this process is told to end, and not its user's work. */
    public static void tell() {
        told = true;
    }

    /** Whether this process was told to end by others than Ctrl-C, and tasks have time for that. */
    public static boolean told() {
        return told;
    }

    /** Ends what runs on hosts, as far as that can be done within {@link #LIMIT}: this process is about to end without further notice. */
    public static void endAll() {
        endAll(LIMIT);
    }

    /**
     * Ends what runs on hosts, as far as that can be done within {@code limit}.
     *
     * @return the hosts on which something had not ended by then, without those on which this process only followed something
     */
    public static Set<Host> endAll(Duration limit) {
        ending = true;
        List<Thread> threads =
                OPEN.stream().map(work -> Thread.ofVirtual().start(work.end)).toList();
        long deadline = System.nanoTime() + limit.toNanos();
        try {
            for (Thread thread : threads) {
                thread.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Set<Host> followed = hosts(true);
        return hosts(false).stream().filter(host -> !followed.contains(host)).collect(Collectors.toSet());
    }

    private static Set<Host> hosts(boolean followed) {
        return OPEN.stream()
                .filter(work -> work.follows == followed)
                .flatMap(work -> work.hosts.stream())
                .collect(Collectors.toSet());
    }

    @Override
    public void close() {
        OPEN.remove(this);
    }
}
