package jfab.training.ps;

import java.util.List;
import java.util.stream.IntStream;
import jfab.training.program.Operator;
import jfab.training.program.transpile.TrainingMode;
import jfab.training.ps.wire.SliceView;

/** How gradients become steps, and when pulls are answered; for the serving thread. */
sealed interface Mode permits Synchronous, Asynchronous, DelayCompensated, BoundedStaleness {
    /** The mode that the operator LISTEN_AND_SERVE names. */
    static Mode of(Operator listen, Members members, SliceStore store) {
        return switch (TrainingMode.of(listen)) {
            case TrainingMode.Synchronous() -> new Synchronous(members, store);
            case TrainingMode.Asynchronous(double discardRatio) -> new Asynchronous(members, store, discardRatio);
            case TrainingMode.DelayCompensated _ -> new DelayCompensated(members, store);
            case TrainingMode.BoundedStaleness(long steps) -> new BoundedStaleness(members, store, steps);
        };
    }

    /**
     * Does what the gradients of {@code member} allow, which are in their place.
     *
     * @param lag how often the parameters have changed since it pulled them
     * @return whether the gradients are used, now or later
     */
    boolean push(JoinedTrainer member, long lag);

    /** Goes on after {@code step} steps; to be called before anything else, if at all. */
    default void resume(long step) {}

    /** Does what the departure of a trainer allows. */
    default void leave() {}

    /**
     * Takes the squared norms of the gradients of {@code step} over all servers; every trainer tells the same. Only steps of all
     * trainers have such norms.
     */
    default void norms(long step, List<Double> squares) {}

    /** Whether the values are now as {@code member}, which waits for them, may have them. */
    default boolean serves(JoinedTrainer member) {
        return true;
    }

    /** What {@code member} is to be given. */
    List<SliceView> values(JoinedTrainer member);

    /** How often the parameters have changed. */
    long changes();

    /** The trainers that others wait for at this moment. */
    default IntStream blocking() {
        return IntStream.empty();
    }

    /** Who has to do what for the job to go on: {@code trainer 1 of 2 to finish step 3}. */
    String awaited();
}
