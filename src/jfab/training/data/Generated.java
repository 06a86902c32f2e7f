package jfab.training.data;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.SynchronousQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One pass over what a function hands out element by element, as a generator does.
 *
 * <p>The function runs in a thread of its own, and only while its next element is waited for.
 */
final class Generated<T> implements Iterator<T> {
    private record Item<T>(@Nullable T element, @Nullable Throwable failure, boolean last) {}

    private final Consumer<Consumer<T>> function;
    private final SynchronousQueue<Item<T>> handed = new SynchronousQueue<>();
    private final SynchronousQueue<Boolean> wanted = new SynchronousQueue<>();
    private boolean begun;
    private @Nullable Item<T> following;

    Generated(Consumer<Consumer<T>> function) {
        this.function = function;
    }

    @Override
    public boolean hasNext() {
        Item<T> item = following;
        if (item == null) {
            item = fetch();
            following = item;
        }
        Thrown.again(item.failure());
        return !item.last();
    }

    @Override
    @SuppressWarnings("NullAway") // an element is what the function handed out, which may be null
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        T element = following.element();
        following = null;
        return element;
    }

    private Item<T> fetch() {
        try {
            if (begun) {
                wanted.put(true);
            } else {
                begun = true;
                Thread.ofVirtual().name("generator").start(this::generate);
            }
            return handed.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while it waited for samples", e);
        }
    }

    private void generate() {
        Throwable failure = null;
        try {
            function.accept(element -> {
                hand(new Item<>(element, null, false));
                await();
            });
        } catch (Throwable e) { // whatever it is, somebody waits for it
            failure = e;
        }
        hand(new Item<>(null, failure, true));
    }

    private void hand(Item<T> item) {
        try {
            handed.put(item);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void await() {
        try {
            wanted.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
