package jfab.training.words;

import java.util.Map;
import jfab.training.program.Variable;

/** Words that put numbers into another shape; Fluid's names, arguments and defaults. */
public interface ShapeWords {
    /** {@code concat(input: [x, y], axis: 0)}: one after the other along a dimension; below 0 it counts from the last. */
    Variable concat(Map<String, ?> arguments);

    /** {@code reshape(x:, shape: [-1, 4, 4], act: null)}: 0 keeps a dimension, -1 is what is left over. */
    Variable reshape(Map<String, ?> arguments);

    /** {@code cast(x:, dtype: 'float32')}: the same numbers in another type. */
    Variable cast(Map<String, ?> arguments);

    /** {@code one_hot(input: ids, depth: 10)}: rows with a 1 at each id. */
    Variable one_hot(Map<String, ?> arguments);
}
