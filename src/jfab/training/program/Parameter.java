package jfab.training.program;

/**
 * A persistable variable with the values it starts from.
 *
 * @param trainable whether optimizers change it; the moving statistics of {@code batch_norm} and the accumulators of Adam are not trainable
 * @param learning how it learns, where that differs from other parameters
 */
public record Parameter(Variable variable, Initializer initializer, boolean trainable, Learning learning) {
    public Parameter {
        if (!variable.persistable()) {
            throw new ProgramException("parameter '" + variable.name() + "' must be persistable");
        }
    }

    /** One that learns as the optimizer says. */
    public Parameter(Variable variable, Initializer initializer, boolean trainable) {
        this(variable, initializer, trainable, Learning.DEFAULT);
    }

    /** The same with other first values. */
    Parameter with(Initializer other) {
        return new Parameter(variable, other, trainable, learning);
    }

    /** Whether it is a sparse table, of which only the rows exist that training has touched, or an accumulator of one. */
    public boolean sparse() {
        return initializer instanceof Initializer.PerRow;
    }

    public String name() {
        return variable.name();
    }
}
