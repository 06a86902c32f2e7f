package jfab.control.launch;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import jfab.role.ExitCode;

/**
 * An end of a process that was its own, and was not mended.
 *
 * @param state how it ended then
 * @param time when; the far future where nobody wrote that down
 * @param again how often it began again after that, in vain
 */
record Failure(ProcessStatus status, WorkerState state, Instant time, int again) {
    /** So much later than another's end one may be written down that had it end. */
    static final Duration SLACK = Duration.ofSeconds(1);

    /** The first of this process; empty where it has none, or runs. {@code together}: trainers begin again with each other. */
    static Optional<Failure> first(ProcessStatus status, boolean together) {
        List<Death> deaths = Death.of(status);
        String told = status.stopped();
        boolean byOthers = told.startsWith(Death.WITH_OTHERS)
                && (together || (!deaths.isEmpty() && deaths.getLast().own()));
        if (!told.isEmpty() && !told.equals(Death.TIME_LIMIT) && !byOthers) {
            return Optional.empty();
        }
        WorkerState state = status.worker().state();
        return switch (state) {
            case WorkerState.Running _ -> Optional.empty();
            // Its last sign of life: who misses it fails after that, whatever its host wrote down.
            case WorkerState.Lost _ ->
                Optional.of(new Failure(status, state, Objects.requireNonNullElse(status.since(), Instant.MAX), 0));
            case WorkerState.Exited(int code) when code == 0 && !told.equals(Death.TIME_LIMIT) -> Optional.empty();
            case WorkerState.Exited exited
            when deaths.isEmpty() -> Optional.of(new Failure(status, exited, Instant.MAX, 0));
            case WorkerState.Exited _ -> first(status, deaths);
        };
    }

    private static Optional<Failure> first(ProcessStatus status, List<Death> deaths) {
        return deaths.stream().filter(Death::own).findFirst().map(death -> of(status, death));
    }

    private static Failure of(ProcessStatus status, Death death) {
        return new Failure(status, new WorkerState.Exited(death.code()), death.time(), death.again());
    }

    /**
     * The first of one that has begun again with the others, in vain: one of {@code others} has failed for good in the new attempt. What
     * became of this one does not matter then: it may wait for that one, have been killed after a while, or have given up.
     */
    static Optional<Failure> inVain(ProcessStatus status, List<Failure> others) {
        return first(status, Death.of(status.asItBegan()))
                .filter(failure -> others.stream().anyMatch(other -> other.endsTheAttemptAfter(failure)));
    }

    /** Whether this one has begun again since, and has ended for good before the new attempt of that one had lasted for a while. */
    private boolean endsTheAttemptAfter(Failure earlier) {
        List<Death> deaths = Death.of(status);
        return !deaths.isEmpty()
                && Death.begun(status).filter(earlier.time::isBefore).isPresent()
                && Death.begun(earlier.status)
                        .filter(began -> began.isAfter(earlier.time))
                        .filter(began -> !deaths.getLast().time().isBefore(began.plus(Death.STEADY)))
                        .isEmpty();
    }

    /** How this process has ended in the end; empty where it was told to then, or runs. */
    Optional<Failure> inTheEnd() {
        if (status.worker().state() instanceof WorkerState.Running) {
            return Optional.empty();
        }
        List<Death> deaths = Death.of(status);
        return state instanceof WorkerState.Lost || deaths.isEmpty()
                ? Optional.of(this)
                : Optional.of(deaths.getLast()).filter(Death::own).map(death -> of(status, death));
    }

    /** Whether it ended because another one did; {@code ours} are the names of those that run jfab's engine. */
    boolean consequence(Predicate<String> ours) {
        return state instanceof WorkerState.Exited(int code)
                && code == ExitCode.ABORTED
                && ours.test(status.worker().name());
    }

    /** Whether it was killed at about the time of the first end: who misses it ends by itself, and may be noted before it. */
    boolean killedBefore(Instant first) {
        return EndOf.abrupt(state) && !time.isAfter(first.plus(SLACK));
    }

    /** Whether both ended at about the same time, so that who is noted first may only have missed the other. */
    boolean isNear(Failure other) {
        return known()
                && other.known()
                && Duration.between(time, other.time).abs().compareTo(SLACK) <= 0;
    }

    boolean known() {
        return !time.equals(Instant.MAX);
    }
}
