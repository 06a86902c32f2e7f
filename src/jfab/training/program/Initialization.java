package jfab.training.program;

/** A rule for a weight's first values that may depend on how many numbers meet in each result. */
@FunctionalInterface
public interface Initialization {
    /** Fluid's default for {@code fc} and {@code embedding}; narrower than {@link #MSRA} for convolutions. */
    Initialization XAVIER = Initializer::xavier;

    /** Fluid's default for {@code conv2d}: normal with deviation √(2 / fanIn). */
    Initialization MSRA = (fanIn, fanOut) -> Initializer.microsoftRa(fanIn);

    /** Uniform within ±√(6 / fanIn), the same deviation as {@link #MSRA}. */
    Initialization UNIFORM_MSRA = (fanIn, fanOut) -> {
        double limit = Math.sqrt(6.0 / fanIn);
        return new Initializer.Uniform(-limit, limit);
    };

    /** Normal with deviation √(2 / (fanIn + fanOut)), the same as {@link #XAVIER}. */
    Initialization NORMAL_XAVIER = (fanIn, fanOut) -> new Initializer.Normal(0, Math.sqrt(2.0 / (fanIn + fanOut)));

    /** The same number everywhere. */
    static Initialization constant(double value) {
        return always(new Initializer.Constant(value));
    }

    /** One rule for weights of any size. */
    static Initialization always(Initializer initializer) {
        return (fanIn, fanOut) -> initializer;
    }

    /**
     * The first values of one weight.
     *
     * @param fanIn inputs of each result
     * @param fanOut results that each input takes part in
     */
    Initializer weight(long fanIn, long fanOut);
}
