package jfab.control.launch;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import jfab.role.ExitCode;
import org.jspecify.annotations.Nullable;

/**
 * The process that failed first in a job, and those that followed.
 *
 * <p>A failure that a restart made good is none. Processes that were told to end are none. Those that end because another one
 * did (exit code 3) come first only where there are no others.
 *
 * @param time when it ended; null where nobody wrote that down
 * @param followers the others that failed, in the order of their ends
 */
public record FirstCause(Standing standing, @Nullable Instant time, List<Standing> followers) {
    private static final Comparator<Failure> ORDER =
            Comparator.comparing(Failure::consequence).thenComparing(Failure::time);

    public FirstCause {
        followers = List.copyOf(followers);
    }

    /** {@code time} is the far future where nobody wrote it down. */
    private record Failure(Standing standing, boolean consequence, Instant time) {}

    /** Empty where no process has failed by itself. */
    public static Optional<FirstCause> in(Survey survey) {
        List<Failure> failures = survey.standings().stream()
                .flatMap(standing -> failure(standing).stream())
                .sorted(ORDER)
                .toList();
        return failures.stream()
                .findFirst()
                .map(first -> new FirstCause(
                        first.standing,
                        first.time.equals(Instant.MAX) ? null : first.time,
                        failures.stream().skip(1).map(Failure::standing).toList()));
    }

    private static Optional<Failure> failure(Standing standing) {
        if (!standing.stopped().isEmpty() && !standing.stopped().equals("by its time limit")) {
            return Optional.empty();
        }
        return switch (standing.worker().state()) {
            case WorkerState.Running() -> Optional.empty();
            case WorkerState.Exited(int code) ->
                code == 0
                        ? Optional.empty()
                        : Optional.of(new Failure(standing, code == ExitCode.ABORTED, end(standing)));
            case WorkerState.Lost() -> Optional.of(new Failure(standing, false, Instant.MAX));
        };
    }

    private static Instant end(Standing standing) {
        return standing.events().stream()
                .filter(event -> event.what() instanceof ProcessEvent.Ended)
                .map(ProcessEvent::time)
                .reduce((one, other) -> other)
                .orElse(Instant.MAX);
    }

    /** Its exit code, 1 where there is none. */
    public int code() {
        return standing.worker().state() instanceof WorkerState.Exited(int code) ? code : 1;
    }
}
