package jfab.training.data;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * One pass over a reader whose next elements another thread fetches.
 *
 * <p>That thread ends whenever enough elements are ready, and another one begins when some were taken. So nothing is left
 * running where a pass is abandoned, and none is ever left waiting.
 */
final class ReadAhead<T> implements Iterator<T> {
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final Iterator<T> elements;
    private final long size;
    private final ToLongFunction<T> weight;
    private final Executor thread;
    private final Duration patience;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<T> ready = new ArrayDeque<>();
    private long held;
    private boolean fetching;
    private boolean ended;
    private @Nullable Throwable failure;

    /**
     * @param size what the elements that are ready may weigh together; one is fetched in any case
     * @param thread where they are fetched
     */
    ReadAhead(Iterator<T> elements, long size, ToLongFunction<T> weight, Executor thread) {
        this(elements, size, weight, thread, PATIENCE);
    }

    /** @param patience a reader that gives nothing for so long is taken for stuck */
    ReadAhead(Iterator<T> elements, long size, ToLongFunction<T> weight, Executor thread, Duration patience) {
        this.patience = patience;
        this.elements = elements;
        this.size = size;
        this.weight = weight;
        this.thread = thread;
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
            long left = patience.toNanos();
            while (ready.isEmpty() && !ended) {
                if (left <= 0) {
                    throw new IllegalStateException(
                            "the buffered reader has given nothing for " + patience.toSeconds() + " s");
                }
                left = changed.awaitNanos(left);
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
            held -= weight.applyAsLong(element);
            fetchMore();
            return element;
        } finally {
            lock.unlock();
        }
    }

    private void fetchMore() {
        if (!fetching && !ended && held < size) {
            fetching = true;
            thread.execute(this::fetch);
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
            held += weight.applyAsLong(element);
            changed.signalAll();
            fetching = held < size;
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
