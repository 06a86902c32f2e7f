package jfab.training.words;

import java.util.Map;
import jfab.training.program.Variable;

/** Words for layers over rows of numbers; Fluid's names, arguments and defaults. */
public interface LayerWords {
    /**
     * {@code data(name: 'x', shape: [13], dtype: 'float32')}: a variable that is fed; the shape is that of one sample.
     *
     * <p>With {@code lod_level: 1} each sample is a sequence, of a length of its own, of elements of that shape.
     */
    Variable data(Map<String, ?> arguments);

    /**
     * {@code fc(input: x, size: 10, act: 'softmax', param_attr:, bias_attr:)}: a fully connected layer; of several inputs,
     * {@code input: [x, y]}, each with a weight of its own.
     */
    Variable fc(Map<String, ?> arguments);

    /**
     * {@code embedding(input: ids, size: [rows, numbers], is_sparse: false, padding_idx: null, param_attr: Xavier())}: for
     * each id a row of a table.
     *
     * <p>With {@code is_sparse: true} only the rows that a batch names are fetched, changed and sent. Rows come up when they are
     * first changed, and in a job the servers share them, so that a table may have more rows than one machine could hold. The
     * optimizer leaves all other rows as they are: Adam and the like are lazy, as with Fluid's {@code lazy_mode}. The ids must
     * be fed. {@code is_distributed: true} means the same.
     */
    Variable embedding(Map<String, ?> arguments);

    /** {@code dropout(x: hidden, dropout_prob: 0.5, seed: null)}: zeros a share of the numbers while training. */
    Variable dropout(Map<String, ?> arguments);

    /** {@code dropout(hidden, dropout_prob: 0.5)}. */
    Variable dropout(Map<String, ?> arguments, Variable x);
}
