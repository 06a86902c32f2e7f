package jfab.control.connection.jsch.channels;

import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What has arrived from a command and is not looked at yet, bounded in bytes.
 *
 * <p>When it is full, the session's reader waits in {@link #chunk}, and with it every channel of the host: the host stops
 * sending when its window is used up. Whoever takes the events must therefore call {@link #release} before it waits for
 * anything else that this session carries.
 */
final class Backlog {
    private static final int ROOM = 1 << 20;
    /** What an event costs besides its bytes. */
    private static final int OVERHEAD = 128;

    private final Queue<Event> events = new ArrayDeque<>();
    private long size;
    private boolean released;

    /** Adds output as soon as there is room for it; once released, drops it when there is none. */
    synchronized void chunk(Event.Chunk chunk) throws InterruptedIOException {
        while (size >= ROOM && !released) {
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("nobody takes the output");
            }
        }
        if (size < ROOM) {
            size += chunk.bytes().length + OVERHEAD;
            events.add(chunk);
            notifyAll();
        }
    }

    synchronized void ended(Event.Ended end) {
        events.add(end);
        notifyAll();
    }

    /** The next event; null when none comes within {@code nanos}. */
    synchronized @Nullable Event next(long nanos) throws InterruptedException {
        // Where there is always a next event nobody waits, and an interrupt would not be seen.
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        long end = System.nanoTime() + nanos;
        while (events.isEmpty()) {
            long left = nanos == Long.MAX_VALUE ? Long.MAX_VALUE : end - System.nanoTime();
            if (left <= 0) {
                return null;
            }
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, 1_000_000));
        }
        Event event = events.remove();
        if (event instanceof Event.Chunk chunk) {
            size -= chunk.bytes().length + OVERHEAD;
            notifyAll();
        }
        return event;
    }

    /** Lets the reader go, for good: there are other things to wait for than this output. */
    synchronized void release() {
        released = true;
        notifyAll();
    }
}
