package jfab.training.data.cifar;

import java.util.List;
import java.util.Map;

/** A value in a pickle of CIFAR-10's Python version. */
sealed interface Pickled {
    /** A number, with the place of its bytes. */
    record Whole(long value, long offset) implements Pickled {}

    /** Bytes in quotes, with the place of the first. */
    @SuppressWarnings("ArrayRecordComponent") // compared by nobody
    record Text(byte[] bytes, long offset) implements Pickled {}

    /** A list, which grows while it is read, or a tuple. */
    record Row(List<Pickled> items) implements Pickled {}

    /** A dictionary, which grows while it is read. */
    record Table(Map<String, Pickled> entries) implements Pickled {}

    /** What a module calls so; only names that such a pickle needs come this far. */
    record Name(String name) implements Pickled {}

    /** A NumPy object that was made and is still to be given its state. */
    record Unfinished(String kind, Pickled arguments) implements Pickled {}

    /** A NumPy array of unsigned bytes. */
    record Array(List<Long> shape, Text bytes) implements Pickled {}

    /** Python's None, and where the items of a row or table begin on the stack. */
    enum Sign implements Pickled {
        NONE,
        MARK
    }
}
