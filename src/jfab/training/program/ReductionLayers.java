package jfab.training.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Layers that sum up whole dimensions. */
public final class ReductionLayers {
    private final LayerRecorder recorder;

    ReductionLayers(LayerRecorder recorder) {
        this.recorder = recorder;
    }

    /** What becomes of the numbers along the dimensions that go. */
    public enum Reduction {
        SUM(OpType.REDUCE_SUM),
        MEAN(OpType.REDUCE_MEAN),
        MAX(OpType.REDUCE_MAX),
        MIN(OpType.REDUCE_MIN);

        private final OpType type;

        Reduction(OpType type) {
            this.type = type;
        }
    }

    /**
     * One number for all those along {@code dimensions}.
     *
     * @param dimensions below 0 they count from the last; none stands for all, which gives the shape {@code [1]}
     * @param keep whether they stay, with size 1
     */
    public Variable reduce(Reduction reduction, Variable x, List<Long> dimensions, boolean keep) {
        String word = reduction.type.word();
        int rank = x.shape().rank();
        TreeSet<Integer> gone = new TreeSet<>();
        for (long dimension : dimensions) {
            if (dimension < -rank || dimension >= rank) {
                throw new ProgramException(word + " has no dimension " + dimension + " in " + x);
            }
            gone.add(Math.toIntExact(dimension < 0 ? dimension + rank : dimension));
        }
        for (int axis = 0; axis < rank && dimensions.isEmpty(); axis++) {
            gone.add(axis);
        }
        List<Long> left = new ArrayList<>();
        for (int axis = 0; axis < rank; axis++) {
            if (!gone.contains(axis)) {
                left.add(x.shape().dimension(axis));
            } else if (keep) {
                left.add(1L);
            }
        }
        Shape shape = left.isEmpty() ? Shape.of(1) : new Shape(left);
        String name = recorder.layer(word) + ".tmp_0";
        Variable output = gone.contains(0) ? recorder.result(name, shape) : recorder.result(name, shape, x);
        recorder.append(
                reduction.type,
                Map.of("X", x),
                Map.of("Out", output),
                Map.of("dim", gone.stream().map(Integer::longValue).toList(), "keep_dim", keep));
        return output;
    }
}
