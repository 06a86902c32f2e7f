package jfab.training.program.transpile;

import jfab.training.program.Variable;

/** Names of what a parameter server's program is fed. */
public final class ServerVariables {
    /** How many samples each trainer's gradients are the mean of, by rank; 0 for a trainer that has left. */
    public static final String SAMPLES = "trainer_samples";

    /** How much each trainer's gradients of sparse tables count in a step, by rank; 1 for all trainers together. */
    public static final String SHARES = "trainer_shares";

    /** How many samples a step of the job has, of all trainers, int64. */
    public static final String STEP_SAMPLES = "step_samples";

    private ServerVariables() {}

    /** The rows of a sparse table that gradients were pushed for, one after the other, {@code table@IDS}. */
    public static String rowIds(String table) {
        return table + "@IDS";
    }

    /** The gradients of these rows, {@code table@GRAD.pushed}. */
    public static String rowGradients(String table) {
        return Variable.gradientName(table) + ".pushed";
    }

    /** How many of them each trainer has pushed, by rank, {@code table@ROWS}. */
    public static String rowCounts(String table) {
        return table + "@ROWS";
    }

    /** The gradient of a slice that the optimizer uses, {@code w@GRAD.block0}. */
    public static String gradient(ParameterSlice slice) {
        return slice.nameOf(Variable.gradientName(slice.parameter()));
    }

    /** The gradient of a slice as one trainer computed it, {@code w@GRAD.block0.trainer_1}. */
    public static String gradient(ParameterSlice slice, int trainer) {
        return gradient(slice) + ".trainer_" + trainer;
    }

    /** The gradient of a slice as it came, {@code w@GRAD.block0.pushed}; of whichever trainer it is that pushed. */
    public static String pushed(ParameterSlice slice) {
        return gradient(slice) + ".pushed";
    }

    /** The slice as that trainer pulled it, {@code w.block0.pulled}. */
    public static String pulled(ParameterSlice slice) {
        return slice.name() + ".pulled";
    }
}
