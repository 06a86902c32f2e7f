package jfab.training.data;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One pass over a reader whose next elements another thread fetches.
 *
 * <p>That thread ends whenever enough elements are ready, and another one begins when some were taken. So nothing is left
 * running where a pass is abandoned, and none is ever left waiting.
 */
final class ReadAhead<T> implements Iterator<T> {
    /** A reader that gives nothing for so long is taken for stuck. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final Iterator<T> elements;
    private final int size;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<T> ready = new ArrayDeque<>();
    private boolean fetching;
    private boolean ended;
    private @Nullable Throwable failure;

    /**
     * @param size how many elements may be ready at a time
     */
    ReadAhead(Iterator<T> elements, int size) {
        this.elements = elements;
        this.size = size;
        lock.lock();
        try {
            fetchMore();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean hasNext() {
        lock.lock();
        try {
            long patience = PATIENCE.toNanos();
            while (ready.isEmpty() && !ended) {
                if (patience <= 0) {
                    throw new IllegalStateException("the buffered reader has given nothing for "
                            + TimeUnit.NANOSECONDS.toMinutes(PATIENCE.toNanos()) + " minutes");
                }
                patience = changed.awaitNanos(patience);
            }
            if (ready.isEmpty()) {
                Thrown.again(failure);
            }
            return !ready.isEmpty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while it waited for samples", e);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public T next() {
        lock.lock();
        try {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            T element = ready.remove();
            fetchMore();
            return element;
        } finally {
            lock.unlock();
        }
    }

    private void fetchMore() {
        if (!fetching && !ended && ready.size() < size) {
            fetching = true;
            Thread.ofVirtual().name("read-ahead").start(this::fetch);
        }
    }

    private void fetch() {
        try {
            while (elements.hasNext()) {
                if (!add(elements.next())) {
                    return;
                }
            }
            end(null);
        } catch (Throwable e) { // whatever it is, somebody waits for it
            end(e);
        }
    }

    /** Whether there is room for another one. */
    private boolean add(T element) {
        lock.lock();
        try {
            ready.add(element);
            changed.signalAll();
            fetching = ready.size() < size;
            return fetching;
        } finally {
            lock.unlock();
        }
    }

    private void end(@Nullable Throwable cause) {
        lock.lock();
        try {
            failure = cause;
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
