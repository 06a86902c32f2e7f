package jfab.control.launch;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jfab.role.Role;
import org.jspecify.annotations.Nullable;

/**
 * The process that failed first in a job, and those that followed.
 *
 * <p>A failure that a restart made good is none; where restarts were in vain, the first end counts, not what the later ones said, and so
 * does that of a trainer which has begun again with the others and waits, or waited, for one that has failed for good.
 * Processes that were told to end are none. Those of jfab's engine that end because another one did (exit code 3) come first only
 * where there are no others, and are none where somebody had processes end by then; nor are any that fail later than that, as on a host
 * that this did not reach. And those without which the others went on are none.
 *
 * @param state how it ended then
 * @param time when it ended; null where nobody wrote that down
 * @param again how often it began again after that, in vain
 * @param followers the others that failed, in the order of their ends
 * @param done trainers that had ended well before it, the first one first; empty in jobs with servers, where others go on without them
 * @param xids errors of GPUs of its host until then
 * @param near what else may be the cause, where its log only speaks of another process: those that failed at about the same time
 * @param last where it began again in vain, what failed first in the end; it may be the same
 */
public record FirstCause(
        ProcessStatus status,
        WorkerState state,
        @Nullable Instant time,
        int again,
        List<ProcessStatus> followers,
        List<ProcessStatus> done,
        List<ProcessEvent> xids,
        List<FirstCause> near,
        Optional<FirstCause> last) {
    /** Each is a log to be read. */
    private static final int MOST_NEAR = 4;

    public FirstCause {
        followers = List.copyOf(followers);
        done = List.copyOf(done);
        xids = List.copyOf(xids);
        near = List.copyOf(near);
    }

    /** Empty where no process has failed by itself; {@code ours} are the names of those that run jfab's engine. */
    public static Optional<FirstCause> in(Survey survey, Predicate<String> ours) {
        List<ProcessStatus> statuses = survey.statuses().stream()
                .filter(status -> !survey.lived(status))
                .toList();
        boolean together = together(survey, ours);
        Instant ended = endedByHand(survey);
        Predicate<Failure> counts = failure -> failure.consequence(ours)
                ? failure.time().isBefore(ended.minus(Failure.SLACK))
                : !failure.known() || !ended.isBefore(failure.time().minus(Failure.SLACK));
        List<Failure> failures = statuses.stream()
                .flatMap(status -> Failure.first(status, together).stream())
                .filter(counts)
                .toList();
        List<Failure> inVain = !together
                ? List.of()
                : statuses.stream()
                        .flatMap(status -> Failure.inVain(status, failures).stream())
                        .toList();
        Set<ProcessStatus> again = inVain.stream().map(Failure::status).collect(Collectors.toSet());
        List<Failure> last = failures.stream()
                .flatMap(failure -> failure.inTheEnd().stream())
                .filter(counts.and(failure -> !failure.consequence(ours)))
                .toList();
        return new Order(survey, ours, last)
                .first(Stream.concat(
                                inVain.stream(), failures.stream().filter(failure -> !again.contains(failure.status())))
                        .toList());
    }

    /**
     * Whether trainers begin again together: then whoever is told to end by another's failure may be the one that failed before. Where
     * each has failed by itself, as those of other hosts that miss it, none was told to; of jfab's engine each begins again alone.
     */
    private static boolean together(Survey survey, Predicate<String> ours) {
        List<ProcessStatus> trainers = survey.of(Role.TRAINER);
        return survey.statuses().stream()
                        .flatMap(status -> Death.of(status.asItBegan()).stream())
                        .anyMatch(death -> death.withOthers() && death.again() > 0)
                || (trainers.size() > 1
                        && trainers.stream()
                                .allMatch(trainer -> !ours.test(trainer.worker().name())
                                        && Death.of(trainer.asItBegan()).stream()
                                                .anyMatch(death -> death.again() > 0)));
    }

    /** @param last how those that have failed ended in the end */
    private record Order(Survey survey, Predicate<String> ours, List<Failure> last) {
        Optional<FirstCause> first(List<Failure> unsorted) {
            Instant earliest = unsorted.stream()
                    .filter(Failure::known)
                    .map(Failure::time)
                    .min(Comparator.naturalOrder())
                    .orElse(Instant.EPOCH);
            List<Failure> failures = unsorted.stream()
                    .sorted(Comparator.comparing((Failure failure) -> failure.consequence(ours))
                            .thenComparing(failure -> !failure.killedBefore(earliest))
                            .thenComparing(Failure::time))
                    .toList();
            return failures.stream()
                    .findFirst()
                    .map(first -> cause(
                            first,
                            failures,
                            failures.stream()
                                    .skip(1)
                                    .filter(other -> other.isNear(first) && !other.consequence(ours))
                                    .limit(MOST_NEAR)
                                    .map(other -> cause(other, failures, List.of()))
                                    .toList()));
        }

        private FirstCause cause(Failure first, List<Failure> failures, List<FirstCause> near) {
            return new FirstCause(
                    first.status(),
                    first.state(),
                    first.known() ? first.time() : null,
                    first.again(),
                    failures.stream()
                            .map(Failure::status)
                            .filter(status -> !status.worker()
                                            .name()
                                            .equals(first.status().worker().name())
                                    && !(status.worker().state() instanceof WorkerState.Running))
                            .toList(),
                    done(first),
                    xids(first),
                    near,
                    first.again() > 0 ? new Order(survey, ours, List.of()).first(last) : Optional.empty());
        }

        /** Who misses one that ended may be noted before it. */
        private List<ProcessStatus> done(Failure failure) {
            return !survey.of(Role.PSERVER).isEmpty() || !failure.known()
                    ? List.of()
                    : survey.of(Role.TRAINER).stream()
                            .filter(trainer -> trainer.endedWell()
                                    && Death.last(trainer)
                                            .filter(ended -> !ended.isAfter(
                                                    failure.time().plus(Failure.SLACK)))
                                            .isPresent())
                            .sorted(Comparator.comparing(
                                    trainer -> Death.last(trainer).orElseThrow()))
                            .toList();
        }

        private List<ProcessEvent> xids(Failure failure) {
            return survey.events().stream()
                    .filter(event -> event.what() instanceof ProcessEvent.Xid)
                    .filter(event ->
                            event.host().equals(failure.status().worker().host()))
                    .filter(event -> !failure.known()
                            || !event.time().isAfter(failure.time().plus(Failure.SLACK)))
                    .toList();
        }
    }

    /** When somebody first had processes end: those that miss them, and end by that, have not failed. The far future where nobody did. */
    private static Instant endedByHand(Survey survey) {
        return survey.statuses().stream()
                .flatMap(status -> endedByHand(status).stream())
                .min(Comparator.naturalOrder())
                .orElse(Instant.MAX);
    }

    /** Of the life that it has now, or had last: a job that was killed may have begun again. */
    private static Optional<Instant> endedByHand(ProcessStatus status) {
        List<ProcessEvent> own = status.events();
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

    /** How many lives its log tells of after that end. */
    int livesSince() {
        Instant end = time;
        return end == null
                ? 0
                : (int) status.events().stream()
                        .filter(event -> event.what() instanceof ProcessEvent.Restarting
                                && !event.time().isBefore(end))
                        .count();
    }

    /** Whether the other one tells of the same process, and of an end of the same kind. */
    boolean isLike(FirstCause other) {
        return status.worker().name().equals(other.status.worker().name()) && state.equals(other.state);
    }

    /** The process, in the state that it ended in then. */
    Worker worker() {
        Worker now = status.worker();
        return new Worker(now.host(), now.role(), now.rank(), now.pid(), state);
    }

    /** Its exit code, 1 where there is none. */
    public int code() {
        return state instanceof WorkerState.Exited(int code) ? code : 1;
    }
}
