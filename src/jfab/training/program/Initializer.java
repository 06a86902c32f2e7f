package jfab.training.program;

import java.util.List;
import java.util.Map;

/** The rule for a parameter's first values. */
public sealed interface Initializer {
    /** The same number everywhere. */
    record Constant(double value) implements Initializer {}

    /** Equally likely between {@code low} and {@code high}. */
    record Uniform(double low, double high) implements Initializer {}

    /** Normally distributed. */
    record Normal(double mean, double deviation) implements Initializer {}

    /**
     * As {@code row} says, for each row when it is first touched, whatever the order: what a sparse table and its accumulators
     * begin with.
     *
     * @param table name of the parameter whose rows these are
     */
    record PerRow(Initializer row, String table) implements Initializer {
        public PerRow {
            if (row instanceof PerRow) {
                throw new ProgramException("rows of '" + table + "' cannot be tables themselves");
            }
        }
    }

    /** One whole number that differs with seed and name: where a stream of random numbers begins. */
    record Stream() implements Initializer {}

    /** Uniform within ±√(6 / (fanIn + fanOut)), Fluid's default for {@code fc}. */
    static Initializer xavier(long fanIn, long fanOut) {
        double limit = Math.sqrt(6.0 / (fanIn + fanOut));
        return new Uniform(-limit, limit);
    }

    /** Normal with deviation √(2 / fanIn), Fluid's default for {@code conv2d}. */
    static Initializer microsoftRa(long fanIn) {
        return new Normal(0, Math.sqrt(2.0 / fanIn));
    }

    /**
     * The operator of a startup program that gives {@code variable} its first values.
     *
     * <p>The random stream belongs to the variable, not to the program: it depends on {@code seed} and the name alone. So
     * every process of a job starts from the same numbers, whatever else it initializes and in which order.
     */
    default Operator operator(Variable variable, long seed) {
        Map<String, List<String>> outputs = Map.of("Out", List.of(variable.name()));
        long stream = seed * 1_000_003L + variable.name().hashCode();
        return switch (this) {
            case Constant(double value) ->
                new Operator(OpType.FILL_CONSTANT, Map.of(), outputs, Map.of("value", value));
            case Stream() ->
                // A double holds whole numbers of this size exactly.
                new Operator(OpType.FILL_CONSTANT, Map.of(), outputs, Map.of("value", (double)
                        Math.floorMod(stream * 0x9E3779B97F4A7C15L, 1L << 52)));
            case Uniform(double low, double high) ->
                new Operator(OpType.UNIFORM_RANDOM, Map.of(), outputs, Map.of("min", low, "max", high, "seed", stream));
            case Normal(double mean, double deviation) ->
                new Operator(
                        OpType.GAUSSIAN_RANDOM,
                        Map.of(),
                        outputs,
                        Map.of("mean", mean, "std", deviation, "seed", stream));
            case PerRow(Initializer row, String table) -> {
                Operator values = row.operator(variable, seed);
                yield new Operator(OpType.FILL_ROWS, Map.of(), outputs, values.attributes())
                        .with("distribution", values.type().word())
                        .with("table", table);
            }
        };
    }
}
