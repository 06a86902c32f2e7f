package jfab.control.launch;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import jfab.role.ExitCode;
import org.jspecify.annotations.Nullable;

/**
 * The process that failed first in a job, and those that followed.
 *
 * <p>A failure that a restart made good is none; where restarts were in vain, the first end counts, not what the later ones said.
 * Processes that were told to end are none. Those of jfab's engine that end because another one did (exit code 3) come first only
 * where there are no others, and are none where somebody had processes end by then; nor are any that fail later than that, as on a host
 * that this did not reach. And those without which the others went on are none.
 *
 * @param state how it ended then
 * @param time when it ended; null where nobody wrote that down
 * @param again how often it began again after that, in vain
 * @param followers the others that failed, in the order of their ends
 * @param xids errors of GPUs of its host until then
 */
public record FirstCause(
        ProcessStatus standing,
        WorkerState state,
        @Nullable Instant time,
        int again,
        List<ProcessStatus> followers,
        List<ProcessEvent> xids) {
    /** So much later than another's end one may be written down that had it end. */
    private static final Duration SLACK = Duration.ofSeconds(1);

    public FirstCause {
        followers = List.copyOf(followers);
        xids = List.copyOf(xids);
    }

    /** {@code time} is the far future where nobody wrote it down. */
    private record Failure(ProcessStatus standing, WorkerState state, Instant time, int again) {
        boolean consequence(Predicate<String> ours) {
            return state instanceof WorkerState.Exited(int code)
                    && code == ExitCode.ABORTED
                    && ours.test(standing.worker().name());
        }

        /** Whether it was killed at about the time of the first end: who misses it ends by itself, and may be noted before it. */
        boolean killedBefore(Instant first) {
            return EndOf.abrupt(state) && !time.isAfter(first.plus(SLACK));
        }
    }

    /** Empty where no process has failed by itself; {@code ours} are the names of those that run jfab's engine. */
    public static Optional<FirstCause> in(Survey survey, Predicate<String> ours) {
        // Where trainers begin again together, whoever is told to end by another's failure may be the one that failed
        // before.
        boolean together = survey.standings().stream()
                .flatMap(standing -> Death.of(standing).stream())
                .anyMatch(death -> death.withOthers() && death.again() > 0);
        List<Failure> unsorted = survey.standings().stream()
                .filter(standing -> !survey.lived(standing))
                .flatMap(standing -> failure(standing, together).stream())
                .toList();
        Instant ended = endedByHand(survey);
        unsorted = unsorted.stream()
                .filter(failure -> failure.consequence(ours)
                        ? failure.time.isBefore(ended.minus(SLACK))
                        : failure.time.equals(Instant.MAX) || !ended.isBefore(failure.time.minus(SLACK)))
                .toList();
        Instant earliest = unsorted.stream()
                .map(Failure::time)
                .filter(time -> !time.equals(Instant.MAX))
                .min(Comparator.naturalOrder())
                .orElse(Instant.EPOCH);
        List<Failure> failures = unsorted.stream()
                .sorted(Comparator.comparing((Failure failure) -> failure.consequence(ours))
                        .thenComparing(failure -> !failure.killedBefore(earliest))
                        .thenComparing(Failure::time))
                .toList();
        return failures.stream()
                .findFirst()
                .map(first -> new FirstCause(
                        first.standing,
                        first.state,
                        first.time.equals(Instant.MAX) ? null : first.time,
                        first.again,
                        failures.stream().skip(1).map(Failure::standing).toList(),
                        survey.events().stream()
                                .filter(event -> event.what() instanceof ProcessEvent.Xid)
                                .filter(event -> event.host()
                                        .equals(first.standing.worker().host()))
                                .filter(event -> first.time.equals(Instant.MAX)
                                        || !event.time().isAfter(first.time.plus(SLACK)))
                                .toList()));
    }

    /** When somebody first had processes end: those that miss them, and end by that, have not failed. The far future where nobody did. */
    private static Instant endedByHand(Survey survey) {
        return survey.standings().stream()
                .flatMap(standing -> endedByHand(standing).stream())
                .min(Comparator.naturalOrder())
                .orElse(Instant.MAX);
    }

    /** Of the life that it has now, or had last: a job that was killed may have begun again. */
    private static Optional<Instant> endedByHand(ProcessStatus standing) {
        List<ProcessEvent> own = standing.events();
        int began = 0;
        for (int i = 0; i < own.size(); i++) {
            began = own.get(i).what() instanceof ProcessEvent.Started ? i : began;
        }
        return own.stream()
                .skip(began)
                .filter(event -> event.what() instanceof ProcessEvent.Stopped(String why)
                        && !why.startsWith(Death.WITH_OTHERS)
                        && !why.equals(Death.TIME_LIMIT)
                        && !why.startsWith(Death.AT_END))
                .map(ProcessEvent::time)
                .findFirst();
    }

    private static Optional<Failure> failure(ProcessStatus standing, boolean together) {
        List<Death> deaths = Death.of(standing);
        String told = standing.stopped();
        boolean byOthers = told.startsWith(Death.WITH_OTHERS)
                && (together || (!deaths.isEmpty() && deaths.getLast().own()));
        if (!told.isEmpty() && !told.equals(Death.TIME_LIMIT) && !byOthers) {
            return Optional.empty();
        }
        WorkerState state = standing.worker().state();
        return switch (state) {
            case WorkerState.Running _ -> Optional.empty();
            // Its last sign of life: who misses it fails after that, whatever its host wrote down.
            case WorkerState.Lost _ ->
                Optional.of(new Failure(standing, state, Objects.requireNonNullElse(standing.since(), Instant.MAX), 0));
            case WorkerState.Exited(int code) when code == 0 && !told.equals(Death.TIME_LIMIT) -> Optional.empty();
            case WorkerState.Exited exited
            when deaths.isEmpty() -> Optional.of(new Failure(standing, exited, Instant.MAX, 0));
            case WorkerState.Exited exited ->
                deaths.stream()
                        .filter(Death::own)
                        .findFirst()
                        .map(death -> new Failure(
                                standing, new WorkerState.Exited(death.code()), death.time(), death.again()));
        };
    }

    /** The process, in the state that it ended in then. */
    Worker worker() {
        Worker now = standing.worker();
        return new Worker(now.host(), now.role(), now.rank(), now.pid(), state);
    }

    /** Its exit code, 1 where there is none. */
    public int code() {
        return state instanceof WorkerState.Exited(int code) ? code : 1;
    }
}
