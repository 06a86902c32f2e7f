package jfab.training.program.transpile;

import java.util.Map;
import java.util.TreeMap;
import jfab.training.program.ProgramException;

/**
 * The choices that a job with parameter servers leaves; all its processes must make the same.
 *
 * @param sliceVarUp whether large parameters are cut, so that several servers share them
 * @param minBlockSize elements below which no slice is cut
 * @param splitMethod which server gets which slice
 * @param mode how gradients change parameters
 * @param compression of what is pushed and pulled
 */
public record DistributeTranspilerConfig(
        boolean sliceVarUp, long minBlockSize, SplitMethod splitMethod, TrainingMode mode, Compression compression) {
    /** Fluid's: a smaller message costs more in calls than it gains in balance. */
    public static final long MIN_BLOCK_SIZE = 8192;

    public DistributeTranspilerConfig {
        if (minBlockSize < MIN_BLOCK_SIZE) {
            throw new ProgramException("min_block_size must be " + MIN_BLOCK_SIZE
                    + " elements or more, not " + minBlockSize
                    + ": smaller messages cost more in calls than they gain in balance");
        }
    }

    /** Fluid's defaults: large parameters cut and dealt out in turn, synchronous training. */
    public static DistributeTranspilerConfig standard() {
        return new DistributeTranspilerConfig(
                true, MIN_BLOCK_SIZE, SplitMethod.ROUND_ROBIN, new TrainingMode.Synchronous(), Compression.none());
    }

    /** The same in another mode. */
    public DistributeTranspilerConfig with(TrainingMode other) {
        return new DistributeTranspilerConfig(sliceVarUp, minBlockSize, splitMethod, other, compression);
    }

    /** The same with other compression. */
    public DistributeTranspilerConfig with(Compression other) {
        return new DistributeTranspilerConfig(sliceVarUp, minBlockSize, splitMethod, mode, other);
    }

    /** What servers and trainers must agree on beyond the slices. */
    Map<String, Object> agreement() {
        Map<String, Object> agreement = new TreeMap<>(mode.attributes());
        agreement.putAll(compression.attributes());
        return agreement;
    }
}
