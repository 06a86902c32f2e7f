package jfab.training.engine.torch;

import java.nio.FloatBuffer;
import jfab.training.engine.EngineException;
import jfab.training.program.Operator;

/**
 * First values of rows. Each number follows from the seed, the row's id and its place in the row alone, so that a table begins
 * with the same numbers whoever keeps a row and in whatever order rows come up.
 */
sealed interface RowRandom {
    /** Appends the {@code width} first values of each row. */
    void fill(long[] ids, int width, FloatBuffer target);

    /** What the startup operator {@code fillRows} says. */
    static RowRandom of(Operator fillRows) {
        return switch (fillRows.text("distribution")) {
            case "fill_constant" -> new Constant((float) fillRows.real("value"));
            case "uniform_random" -> new Uniform(fillRows.real("min"), fillRows.real("max"), fillRows.integer("seed"));
            case "gaussian_random" -> new Normal(fillRows.real("mean"), fillRows.real("std"), fillRows.integer("seed"));
            default ->
                throw new EngineException("rows of sparse table '" + fillRows.text("table") + "' cannot begin with "
                        + fillRows.text("distribution") + "; use a constant, uniform or normal initializer");
        };
    }

    /** The same number everywhere. */
    record Constant(float value) implements RowRandom {
        @Override
        public void fill(long[] ids, int width, FloatBuffer target) {
            for (int i = 0; i < ids.length * width; i++) {
                target.put(value);
            }
        }
    }

    /** Equally likely between {@code low} and {@code high}. */
    record Uniform(double low, double high, long seed) implements RowRandom {
        @Override
        public void fill(long[] ids, int width, FloatBuffer target) {
            for (long id : ids) {
                long row = mix(seed + mix(id));
                for (int column = 0; column < width; column++) {
                    target.put((float) (low + (high - low) * unit(mix(row + column))));
                }
            }
        }
    }

    /** Normally distributed, after Box and Muller. */
    record Normal(double mean, double deviation, long seed) implements RowRandom {
        @Override
        public void fill(long[] ids, int width, FloatBuffer target) {
            for (long id : ids) {
                long row = mix(seed + mix(id));
                for (int column = 0; column < width; column++) {
                    long bits = mix(row + column);
                    // StrictMath gives the same bits on every machine; 1 - unit is never 0.
                    double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - unit(bits)));
                    double angle = 2 * Math.PI * unit(mix(bits));
                    target.put((float) (mean + deviation * radius * StrictMath.cos(angle)));
                }
            }
        }
    }

    private static double unit(long bits) {
        return (bits >>> 11) * 0x1.0p-53;
    }

    /** The finalizer of SplitMix64 behind its increment: neighbouring inputs give unrelated outputs. */
    private static long mix(long value) {
        long z = value + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
