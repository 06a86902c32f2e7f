package jfab.training.program;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Layers over sequences of different lengths. */
public final class SequenceLayers {
    private final LayerRecorder recorder;

    SequenceLayers(LayerRecorder recorder) {
        this.recorder = recorder;
    }

    /** What {@link #pool} makes of the rows of a sequence; an empty sequence gives zeros. */
    public enum Pool {
        SUM,
        AVERAGE,
        MAX,
        /** The sum divided by the root of the length. */
        SQRT,
        FIRST,
        LAST;

        /** The type that scripts call {@code word}. */
        public static Pool parse(String word) {
            for (Pool pool : values()) {
                if (pool.word().equals(word.toLowerCase(Locale.ROOT))) {
                    return pool;
                }
            }
            throw new ProgramException(
                    "pool_type '" + word + "' is not known; use sum, average, max, sqrt, first or last");
        }

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** One row per sample from the rows of its sequence. */
    public Variable pool(Variable input, Pool type) {
        check("sequence_pool", input);
        Variable output = recorder.result(recorder.layer("sequence_pool") + ".tmp_0", input.shape());
        recorder.append(
                OpType.SEQUENCE_POOL,
                Map.of("X", input, "Lengths", lengths(input)),
                Map.of("Out", output),
                Map.of("pooltype", type.word()));
        return output;
    }

    /**
     * For each row {@code act(W (the filterSize rows around it) + b)}, with zeros beyond both ends of its sequence.
     *
     * @param bias null for none
     */
    public Variable convolution(
            Variable input,
            long numFilters,
            long filterSize,
            ParamAttr weights,
            @Nullable ParamAttr bias,
            @Nullable String act) {
        check("sequence_conv", input);
        if (numFilters < 1 || filterSize < 1) {
            throw new ProgramException("sequence_conv needs num_filters and filter_size of 1 or more, not " + numFilters
                    + " and " + filterSize);
        }
        String layer = recorder.layer("sequence_conv");
        long width = filterSize * input.shape().dimension(1);
        Variable filter = recorder.parameter(
                layer + ".w_0", Shape.of(width, numFilters), weights, Initialization.XAVIER, width, numFilters);
        Variable output = recorder.result(layer + ".tmp_0", Shape.of(Shape.BATCH, numFilters), input);
        recorder.append(
                OpType.SEQUENCE_CONV,
                Map.of("X", input, "Filter", filter, "Lengths", lengths(input)),
                Map.of("Out", output),
                Map.of("context_length", filterSize, "context_start", -(filterSize / 2)));
        return recorder.activation(layer, recorder.biased(layer, layer + ".tmp_1", output, bias), act);
    }

    private Variable lengths(Variable input) {
        return recorder.program().build().variable(String.valueOf(input.lengths()));
    }

    private static void check(String layer, Variable input) {
        if (!input.sequences() || input.shape().rank() != 2 || input.type() != DataType.FLOAT32) {
            throw new ProgramException(layer + " takes sequences of float32 rows [n, width], not " + input
                    + (input.sequences() ? "" : "; declare them with data(lod_level: 1)"));
        }
    }
}
