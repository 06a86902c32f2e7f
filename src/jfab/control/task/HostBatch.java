package jfab.control.task;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import jfab.control.connection.Connection;
import jfab.control.connection.Connector;
import jfab.control.connection.Together;
import jfab.control.connection.host.Host;
import org.jspecify.annotations.Nullable;

/**
 * Hosts that run together, at most so many at the same time, on virtual threads.
 *
 * <p>{@link #halt} interrupts those that run and keeps the others from beginning.
 */
final class HostBatch {
    private final int atOnce;
    private final Semaphore places;
    private final Set<Thread> running = ConcurrentHashMap.newKeySet();
    private volatile Together together = Together.of(1);
    private volatile @Nullable String halted;

    HostBatch(int atOnce) {
        this.atOnce = atOnce;
        places = new Semaphore(atOnce);
    }

    /** A connection for a task's body on {@code host}. What one host brings to this machine, the next may replace where they run one by one. */
    Connection open(Connector connector, Host host) {
        return atOnce > 1 ? connector.open(host, together) : connector.open(host);
    }

    /** Ends this turn because of {@code why}. */
    void halt(String why) {
        halted = why;
        running.forEach(Thread::interrupt);
    }

    /**
     * Runs {@code work} for each of {@code hosts} and waits for all; {@code ended} gets what became of them.
     *
     * @throws InterruptedException after every host's thread was interrupted and has ended
     */
    void run(List<Host> hosts, Function<Host, HostOutcome> work, Map<Host, HostOutcome> ended)
            throws InterruptedException {
        together = Together.of(Math.min(hosts.size(), atOnce));
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            threads.invokeAll(hosts.stream()
                    .<Callable<Boolean>>map(host -> () -> {
                        ended.put(host, inPlace(host, work));
                        return true;
                    })
                    .toList());
        }
    }

    private HostOutcome inPlace(Host host, Function<Host, HostOutcome> work) {
        running.add(Thread.currentThread());
        try {
            places.acquire();
            try {
                String why = halted;
                return why == null ? work.apply(host) : new HostOutcome.Skipped(host, why);
            } finally {
                places.release();
            }
        } catch (InterruptedException e) {
            String why = halted;
            return why == null ? HostOutcome.Stopped.before(host) : new HostOutcome.Skipped(host, why);
        } finally {
            running.remove(Thread.currentThread());
        }
    }

    /** What an interrupt means for {@code host}. */
    HostOutcome interrupted(Host host, Duration took) {
        String why = halted;
        return why == null ? new HostOutcome.Stopped(host, took) : new HostOutcome.Skipped(host, why);
    }

    boolean isHalted() {
        return halted != null;
    }
}
