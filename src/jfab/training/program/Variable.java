package jfab.training.program;

import org.jspecify.annotations.Nullable;

/**
 * A named tensor of a program.
 *
 * <p>Sequences of different lengths lie one after the other: their rows are elements of sequences, and another variable holds
 * how many belong to each sample.
 *
 * @param name unique in its program; a gradient is called {@code <parameter>@GRAD}
 * @param persistable whether it lives from step to step and belongs into a checkpoint
 * @param lengths the variable, int64 {@code [n]}, with the number of rows of each sample; null where a sample has one row
 */
public record Variable(
        String name,
        Shape shape,
        DataType type,
        boolean persistable,
        @Nullable String lengths) {
    private static final String GRADIENT = "@GRAD";
    private static final String LENGTHS = "@LENGTHS";

    public Variable {
        if (name.isBlank()) {
            throw new ProgramException("a variable needs a name");
        }
        if (persistable) {
            shape.elements();
        }
    }

    /** A variable that has no sequences. */
    public Variable(String name, Shape shape, DataType type, boolean persistable) {
        this(name, shape, type, persistable, null);
    }

    /** A value that exists during one step only. */
    public static Variable temporary(String name, Shape shape, DataType type) {
        return new Variable(name, shape, type, false);
    }

    /** The variable with the lengths of the sequences that are fed as {@code name}: {@code title@LENGTHS}. */
    static Variable lengthsOf(String name) {
        return temporary(name + LENGTHS, Shape.of(Shape.BATCH), DataType.INT64);
    }

    /** Whether rows are elements of sequences; without, they are samples. */
    public boolean sequences() {
        return lengths != null;
    }

    /** The variable that holds the gradient of the loss by this one. */
    public Variable gradient() {
        return temporary(gradientName(name), shape, type);
    }

    /** {@code w} gives {@code w@GRAD}. */
    public static String gradientName(String name) {
        return name + GRADIENT;
    }

    @Override
    public String toString() {
        return name + ": " + type.word() + shape + (lengths == null ? "" : " by " + lengths);
    }
}
