package jfab.training.program.transpile;

import java.util.Map;
import jfab.training.program.Operator;
import jfab.training.program.ProgramException;

/** How the gradients of several trainers change the parameters; travels as attributes of LISTEN_AND_SERVE. */
public sealed interface TrainingMode {
    /** Every step takes the mean over all trainers, who wait for each other. */
    record Synchronous() implements TrainingMode {}

    /**
     * Every gradient changes the parameters as it comes, and nobody waits.
     *
     * @param discardRatio a gradient is discarded where the parameters have changed this many times the number of trainers
     *     since its trainer pulled them; 0: none is
     */
    record Asynchronous(double discardRatio) implements TrainingMode {
        public Asynchronous {
            if (!(discardRatio >= 0)) {
                throw new ProgramException(
                        "the ratio of lag to trainers from which gradients are discarded must be above 0," + " not "
                                + discardRatio);
            }
        }
    }

    /**
     * Asynchronous; a gradient is corrected for what the parameters have changed since its trainer pulled them (DC-ASGD,
     * Zheng et al. 2017): {@code g + lambda g² (w - w_pulled)}.
     */
    record DelayCompensated(double lambda) implements TrainingMode {
        public DelayCompensated {
            if (!(lambda >= 0) || Double.isInfinite(lambda)) {
                throw new ProgramException("dc_asgd_lambda must be 0 or more, not " + lambda);
            }
        }
    }

    /**
     * Asynchronous, but a trainer that is {@code steps} steps ahead of the slowest waits for it.
     *
     * @param steps 0: all are at the same step, though each gradient still changes the parameters alone
     */
    record BoundedStaleness(long steps) implements TrainingMode {
        public BoundedStaleness {
            if (steps < 0) {
                throw new ProgramException("staleness is a number of steps from 0, not " + steps);
            }
        }
    }

    /**
     * Whether a step takes the mean of all trainers' gradients, which servers then clip; where each gradient is a step by itself, its
     * trainer, who has all of it, clips it.
     */
    default boolean averages() {
        return this instanceof Synchronous;
    }

    /** The mode as attributes of an operator. */
    default Map<String, Object> attributes() {
        return switch (this) {
            case Synchronous() -> Map.of("mode", "sync");
            case Asynchronous(double ratio) -> Map.of("mode", "async", "discard_ratio", ratio);
            case DelayCompensated(double lambda) -> Map.of("mode", "dc_asgd", "lambda", lambda);
            case BoundedStaleness(long steps) -> Map.of("mode", "bounded_staleness", "staleness", steps);
        };
    }

    /** The mode of a LISTEN_AND_SERVE operator. */
    static TrainingMode of(Operator operator) {
        String mode = operator.text("mode");
        return switch (mode) {
            case "sync" -> new Synchronous();
            case "async" -> new Asynchronous(operator.real("discard_ratio"));
            case "dc_asgd" -> new DelayCompensated(operator.real("lambda"));
            case "bounded_staleness" -> new BoundedStaleness(operator.integer("staleness"));
            default -> throw new ProgramException("there is no mode '" + mode + "' of parameter servers");
        };
    }
}
