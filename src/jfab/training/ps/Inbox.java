package jfab.training.ps;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import jfab.role.Endpoint;
import jfab.training.ps.job.ParameterServerException;
import org.jspecify.annotations.Nullable;

/** The events that one thread waits for, never longer than allowed; the time begins anew when the wait is for something else. */
final class Inbox<E> {
    private final BlockingQueue<E> events;
    private final Endpoint endpoint;
    private String waitingFor = "";
    private long since;

    Inbox(BlockingQueue<E> events, Endpoint endpoint) {
        this.events = events;
        this.endpoint = endpoint;
    }

    /**
     * The next event.
     *
     * @param whom who is waited for to do what: {@code trainer 1 of 2 to join}
     */
    E next(String whom, Duration limit) throws InterruptedException {
        while (true) {
            E event = poll(whom, limit, limit);
            if (event != null) {
                return event;
            }
        }
    }

    /** The next event, or null after {@code pause} so that the caller can do something else; the limit counts on. */
    @Nullable
    E poll(String whom, Duration limit, Duration pause) throws InterruptedException {
        if (!whom.equals(waitingFor)) {
            waitingFor = whom;
            since = System.nanoTime();
        }
        long left = limit.toNanos() - (System.nanoTime() - since);
        E event = events.poll(Math.min(left, pause.toNanos()), TimeUnit.NANOSECONDS);
        if (event == null && left <= pause.toNanos()) {
            throw new ParameterServerException(endpoint, "waited " + limit.toSeconds() + " s for " + whom);
        }
        return event;
    }
}
