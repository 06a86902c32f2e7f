package jfab.training.data;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** One pass over a reader whose elements several threads turn into others; in the order of the reader. */
final class ParallelMap<T, R> implements Iterator<R> {
    private final Iterator<T> elements;
    private final Function<T, R> function;
    private final int buffer;
    private final ThreadPoolExecutor threads;
    private final Deque<Future<R>> results = new ArrayDeque<>();

    ParallelMap(Iterator<T> elements, Function<T, R> function, int threads, int buffer) {
        this.elements = elements;
        this.function = function;
        this.buffer = buffer;
        this.threads = new ThreadPoolExecutor(
                threads,
                threads,
                1,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                Thread.ofPlatform().daemon().name("xmap-", 0).factory());
        // A pass that is abandoned leaves no thread behind.
        this.threads.allowCoreThreadTimeOut(true);
    }

    @Override
    public boolean hasNext() {
        return !results.isEmpty() || elements.hasNext();
    }

    @Override
    public R next() {
        while (results.size() < buffer && elements.hasNext()) {
            T element = elements.next();
            results.add(threads.submit(() -> function.apply(element)));
        }
        if (results.isEmpty()) {
            throw new NoSuchElementException();
        }
        try {
            return results.remove().get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while it waited for samples", e);
        } catch (ExecutionException e) {
            Thrown.again(e.getCause());
            throw new IllegalStateException(e);
        }
    }
}
