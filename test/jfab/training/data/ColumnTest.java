package jfab.training.data;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ColumnTest {
    /** Sentences about rows that were given where batches are wanted show them. */
    @Test
    void asTextItIsItsFirstNumbers() {
        assertEquals("[0.5, 1.0]", Column.reals(0.5f, 1).toString());
        assertEquals(
                "[0, 1, 2, 3, 4, 5, 6, 7, ...]",
                Column.integers(IntStream.range(0, 784).asLongStream().toArray())
                        .toString());
    }
}
