package jfab.program;

/** A rule for a weight's first values that may depend on how many numbers meet in each result. */
@FunctionalInterface
public interface Initialization {
    /** Fluid's default for {@code fc}; narrower than {@link #MSRA} for convolutions. */
    Initialization XAVIER = Initializer::xavier;

    /** Fluid's default for {@code conv2d}. */
    Initialization MSRA = (fanIn, fanOut) -> Initializer.microsoftRa(fanIn);

    /**
     * The first values of one weight.
     *
     * @param fanIn inputs of each result
     * @param fanOut results that each input takes part in
     */
    Initializer weight(long fanIn, long fanOut);
}
