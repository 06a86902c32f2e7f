package jfab.training.engine;

/** Hears how long the parts of a step take, in the thread that runs it; must be as cheap as reading a clock. */
@FunctionalInterface
public interface StepListener {
    /** Further {@code nanoseconds} of the step under way were spent on {@code part}. */
    void spent(StepPart part, long nanoseconds);

    /** The next step's samples were read; {@code reading} is one object for one pass over one reader. */
    default void read(Object reading, long nanoseconds) {
        spent(StepPart.DATA, nanoseconds);
    }

    /** Nobody listens. */
    static StepListener none() {
        return (_, _) -> {};
    }
}
