package jfab.training.words.network;

import groovy.lang.Closure;
import jfab.training.data.Reader;
import jfab.training.data.rows.Rows;
import org.jspecify.annotations.Nullable;

/** What a script gives as rows, as a reader. */
public final class RowSource {
    private RowSource() {}

    /** As {@link Rows#of}; a closure with a parameter is a generator, which is given a function that takes one row. */
    public static Reader<Object> of(String word, @Nullable Object source) {
        if (source instanceof Closure<?> closure && generates(closure)) {
            return Reader.generated(rows -> closure.call(new Closure<@Nullable Object>(closure) {
                @SuppressWarnings({"unused", "EffectivelyPrivate"}) // what Groovy calls
                public @Nullable Object doCall(@Nullable Object row) {
                    rows.accept(row);
                    return null;
                }
            }));
        }
        return Rows.of(word, source);
    }

    /** Whether it has a parameter of its own, besides the {@code it} that Groovy gives each closure. */
    private static boolean generates(Closure<?> closure) {
        if (closure.getMaximumNumberOfParameters() != 1) {
            return false;
        }
        try {
            closure.getClass().getMethod("doCall");
            return false;
        } catch (NoSuchMethodException e) {
            return true;
        }
    }
}
