package jfab.program;

/**
 * A named tensor of a program.
 *
 * @param name unique in its program; a gradient is called {@code <parameter>@GRAD}
 * @param persistable whether it lives from step to step and belongs into a checkpoint
 */
public record Variable(String name, Shape shape, DataType type, boolean persistable) {
    private static final String GRADIENT = "@GRAD";

    public Variable {
        if (name.isBlank()) {
            throw new ProgramException("a variable needs a name");
        }
        if (persistable) {
            shape.elements();
        }
    }

    /** A value that exists during one step only. */
    public static Variable temporary(String name, Shape shape, DataType type) {
        return new Variable(name, shape, type, false);
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
        return name + ": " + type.word() + shape;
    }
}
