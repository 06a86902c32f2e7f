package jfab.training.engine;

/** Hears how long the parts of a step take, in the thread that runs it; must be as cheap as reading a clock. */
@FunctionalInterface
public interface StepListener {
    /** Further {@code nanoseconds} of the step under way were spent on {@code part}. */
    void spent(StepPart part, long nanoseconds);

    /** The next step's samples were read, in pass {@code pass} over their reader. */
    default void read(long pass, long nanoseconds) {
        spent(StepPart.DATA, nanoseconds);
    }

    /** Nobody listens. */
    static StepListener none() {
        return (_, _) -> {};
    }
}
