package jfab.training.words.network;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jfab.training.program.DataType;
import jfab.training.program.DenseLayers;
import jfab.training.program.ProgramException;
import jfab.training.program.Shape;
import jfab.training.program.Variable;

/** Words for layers over rows of numbers; Fluid's names, arguments and defaults. */
public final class LayerWords {
    private final DenseLayers layers;
    private final Runnable beforeData;

    /**
     * @param beforeData the end of the script's flags, which stand before its network
     */
    public LayerWords(DenseLayers layers, Runnable beforeData) {
        this.layers = layers;
        this.beforeData = beforeData;
    }

    /**
     * {@code data(name: 'x', shape: [13], dtype: 'float32')}: a variable that is fed; the shape is that of one sample.
     *
     * <p>With {@code lod_level: 1} each sample is a sequence, of a length of its own, of elements of that shape.
     */
    public Variable data(Map<String, ?> arguments) {
        beforeData.run();
        Arguments named = Arguments.of("data", arguments, "name", "shape", "dtype", "lod_level");
        String name = named.text("name");
        Shape shape = named.shape("shape");
        DataType type = DataType.parse(named.text("dtype"));
        long level = named.integer("lod_level", 0);
        if (level != 0 && level != 1) {
            throw new ProgramException(
                    "data needs lod_level, 0 for one row per sample or 1 for sequences, not " + level);
        }
        return level == 1 ? layers.sequence(name, shape, type) : layers.data(name, shape, type);
    }

    /**
     * {@code fc(input: x, size: 10, act: 'softmax', param_attr:, bias_attr:)}: a fully connected layer; of several inputs,
     * {@code input: [x, y]}, each with a weight of its own, for which {@code param_attr} is one for all or a list with one for each.
     */
    public Variable fc(Map<String, ?> arguments) {
        Arguments named = Arguments.of("fc", arguments, "input", "size", "act", "param_attr", "bias_attr");
        return layers.fc(
                named.variables("input"),
                named.integer("size"),
                named.parameters("param_attr"),
                named.bias("bias_attr"),
                named.optionalText("act"));
    }

    /**
     * {@code embedding(input: ids, size: [rows, numbers], is_sparse: false, padding_idx: null, param_attr: Xavier())}: for
     * each id a row of a table. The id {@code padding_idx} gives zeros, and its row gets no gradient; a negative one counts from the
     * last row, which is -1.
     *
     * <p>With {@code is_sparse: true} only the rows that a batch names are fetched, changed and sent. Rows come up when they are
     * first changed, and in a job the servers share them, so that a table may have more rows than one machine could hold. The
     * optimizer leaves all other rows as they are: Adam and the like are lazy, as with Fluid's {@code lazy_mode}. The ids must
     * be fed. {@code is_distributed: true} means the same.
     */
    public Variable embedding(Map<String, ?> arguments) {
        Arguments named = Arguments.of(
                "embedding",
                arguments,
                "input",
                "size",
                "is_sparse",
                "is_distributed",
                "padding_idx",
                "param_attr",
                "dtype");
        List<Number> size = named.list("size", Number.class);
        if (size.size() != 2 || !size.stream().allMatch(each -> each instanceof Integer || each instanceof Long)) {
            throw new ProgramException("embedding needs size, [rows, numbers per row], not " + size);
        }
        return layers.embedding(
                named.variable("input"),
                size.get(0).longValue(),
                size.get(1).longValue(),
                named.flag("is_sparse", false) || named.flag("is_distributed", false),
                arguments.get("padding_idx") == null
                        ? -1
                        : paddingId(named.integer("padding_idx"), size.get(0).longValue()),
                named.parameter("param_attr"));
    }

    private static long paddingId(long id, long rows) {
        if (id < -rows) {
            throw new ProgramException(
                    "embedding needs a padding_idx of its " + rows + " rows, from 0, or from -1 down, not " + id);
        }
        return id < 0 ? id + rows : id;
    }

    /** {@code dropout(x: hidden, dropout_prob: 0.5, seed: null)}: zeros a share of the numbers while training. */
    public Variable dropout(Map<String, ?> arguments) {
        Arguments named = Arguments.of("dropout", arguments, "x", "dropout_prob", "seed");
        Long seed = arguments.get("seed") == null ? null : named.integer("seed");
        return layers.dropout(named.variable("x"), named.real("dropout_prob"), seed);
    }

    /** {@code dropout(hidden, dropout_prob: 0.5)}. */
    public Variable dropout(Map<String, ?> arguments, Variable x) {
        Map<String, Object> all = new HashMap<>(arguments);
        all.put("x", x);
        return dropout(all);
    }
}
