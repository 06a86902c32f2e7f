package jfab.script;

import groovy.lang.Closure;
import org.jspecify.annotations.Nullable;

/** The one place where a closure gets its delegate. */
public final class Closures {
    private Closures() {}

    /**
     * Calls a clone of {@code body} with {@code delegate} answering its words first.
     *
     * <p>A clone, because hosts run the same task body at the same time and a delegate belongs to one of them.
     */
    public static @Nullable Object call(Closure<?> body, Object delegate, @Nullable Object... arguments) {
        Closure<?> clone = (Closure<?>) body.clone();
        clone.setDelegate(delegate);
        clone.setResolveStrategy(Closure.DELEGATE_FIRST);
        return clone.call(arguments);
    }
}
