package jfab.training.program;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The dimensions of a tensor, outermost first; none for a scalar.
 *
 * @param dimensions each 0 or more; the first may be {@link #BATCH}, which stands for the number of samples of a step
 */
public record Shape(List<Long> dimensions) {
    /** The dimension that only a feed decides. */
    public static final long BATCH = -1;

    public Shape {
        dimensions = List.copyOf(dimensions);
        for (int axis = 0; axis < dimensions.size(); axis++) {
            long dimension = dimensions.get(axis);
            if (dimension < 0 && !(axis == 0 && dimension == BATCH)) {
                throw new ProgramException("shape " + dimensions + " has a negative dimension");
            }
        }
    }

    /** As a record's, which takes 5 ms the first time. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Shape shape && dimensions.equals(shape.dimensions);
    }

    @Override
    public int hashCode() {
        return dimensions.hashCode();
    }

    public static Shape of(long... dimensions) {
        return new Shape(Arrays.stream(dimensions).boxed().toList());
    }

    /** This shape with a batch dimension in front. */
    public Shape batched() {
        return of(LongStream.concat(LongStream.of(BATCH), dimensions.stream().mapToLong(Long::longValue))
                .toArray());
    }

    public int rank() {
        return dimensions.size();
    }

    public long dimension(int axis) {
        return dimensions.get(axis);
    }

    /** The number of elements from dimension {@code axis} inwards; 1 where no dimension is left. */
    public long elementsFrom(int axis) {
        long product = 1;
        for (long dimension : dimensions.subList(axis, rank())) {
            if (dimension == BATCH) {
                throw new ProgramException("shape " + this + " has no size before it is fed");
            }
            product = Math.multiplyExact(product, dimension);
        }
        return product;
    }

    /** The number of elements of a tensor of this shape, which must not have a batch dimension. */
    public long elements() {
        return elementsFrom(0);
    }

    public long[] toArray() {
        return dimensions.stream().mapToLong(Long::longValue).toArray();
    }

    /** Whether a tensor of {@code fed} may stand where this shape was declared. */
    public boolean accepts(Shape fed) {
        return fed.rank() == rank()
                && IntStream.range(0, rank())
                        .allMatch(axis -> dimension(axis) == BATCH || dimension(axis) == fed.dimension(axis));
    }

    @Override
    public String toString() {
        return dimensions.toString();
    }
}
