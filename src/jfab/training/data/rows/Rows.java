package jfab.training.data.rows;

import java.io.File;
import java.lang.reflect.Array;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.BaseStream;
import java.util.stream.IntStream;
import jfab.training.data.Reader;
import jfab.training.data.ReaderException;
import org.jspecify.annotations.Nullable;

/** Whatever gives rows, as a reader. */
public final class Rows {
    private Rows() {}

    /**
     * The rows of {@code source}: an Iterable, an array, or a function that is called at the start of each pass and gives one of
     * these, an Iterator or a Stream. An Iterator or a Stream itself ends with its first pass, so the second one is refused.
     *
     * @param word that takes the rows, for errors
     */
    @SuppressWarnings("unchecked") // what a reader gives is any object
    public static Reader<Object> of(String word, @Nullable Object source) {
        return switch (source) {
            case Reader<?> reader -> (Reader<Object>) reader;
            case Callable<?> function -> () -> pass(word, call(word, function));
            case Iterator<?> iterator -> once(word, iterator);
            case BaseStream<?, ?> stream -> once(word, stream);
            case null, default -> {
                pass(word, source);
                yield () -> pass(word, source);
            }
        };
    }

    /** One pass over what {@code source} is or gives. */
    @SuppressWarnings("unchecked") // as above
    private static Iterator<Object> pass(String word, @Nullable Object source) {
        return switch (source) {
            case Iterator<?> iterator -> (Iterator<Object>) iterator;
            case BaseStream<?, ?> stream -> (Iterator<Object>) stream.iterator();
            case Callable<?> function -> pass(word, call(word, function));
            case File _, Path _ ->
                throw new ReaderException(
                        word + " takes rows, and " + source + " is a file; csv(...) and its like read files");
            case Iterable<?> rows -> (Iterator<Object>) rows.iterator();
            case Object array
            when array.getClass().isArray() ->
                IntStream.range(0, Array.getLength(array))
                        .mapToObj(i -> Array.get(array, i))
                        .iterator();
            case null, default ->
                throw new ReaderException(
                        word + " takes rows: a list, a closure { -> ... } that gives one, or a stream; not "
                                + described(source));
        };
    }

    private static Reader<Object> once(String word, Object source) {
        AtomicBoolean begun = new AtomicBoolean();
        return () -> {
            if (begun.getAndSet(true)) {
                throw new ReaderException(
                        word
                                + " was given rows that end with the first pass, and a second one begins; give it a closure { -> ... } that begins them anew, or cache(...)");
            }
            return pass(word, source);
        };
    }

    private static Object call(String word, Callable<?> function) {
        try {
            Object given = function.call();
            if (given == null) {
                throw new ReaderException("the closure that " + word + " takes its rows from gives null, and no rows");
            }
            return given;
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new ReaderException("the rows of " + word + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static String described(@Nullable Object source) {
        return switch (source) {
            case null -> "null";
            case CharSequence text -> "the text '" + text + "'; csv(...) and its like read files";
            case Map<?, ?> _ -> "a map";
            default -> source.getClass().getSimpleName() + " " + source;
        };
    }
}
