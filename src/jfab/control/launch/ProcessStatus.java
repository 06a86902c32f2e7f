package jfab.control.launch;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a process of a job stands.
 *
 * @param worker what its host says of it
 * @param restarts how often it has been started again
 * @param since when it got into that state, or, where it is lost, its last sign of life; null where nobody knows
 * @param quiet how long its log and its metrics have not grown; zero where it has ended
 * @param events what happened to it, the oldest first
 */
public record ProcessStatus(
        Worker worker, int restarts, @Nullable Instant since, Duration quiet, List<ProcessEvent> events) {
    public ProcessStatus {
        events = List.copyOf(events);
    }

    /**
     * How {@code worker} stands at {@code now}, where {@code all} is what has happened on its host, and {@code quiet} how long its log and
     * its metrics have not grown, zero where nobody looked.
     */
    public static ProcessStatus of(Worker worker, int restarts, Duration quiet, Instant now, List<ProcessEvent> all) {
        List<ProcessEvent> events = all.stream()
                .filter(event -> event.name().equals(worker.name()))
                // Its supervisor hears of its own failure as the others' do.
                .filter(event -> !(event.what() instanceof ProcessEvent.Stopped(String why)
                        && why.equals(Death.WITH_OTHERS + worker.name())))
                .toList();
        Instant last = events.isEmpty() ? null : events.getLast().time();
        if (!(worker.state() instanceof WorkerState.Lost)) {
            return new ProcessStatus(worker, restarts, last, quiet, events);
        }
        Instant sign = now.minus(quiet);
        return new ProcessStatus(
                worker,
                restarts,
                quiet.isZero() ? null : last != null && last.isAfter(sign) ? last : sign,
                Duration.ZERO,
                events);
    }

    /** The same when its last life began. */
    ProcessStatus asItBegan() {
        int lived = events.size();
        while (lived > 0 && !(events.get(lived - 1).what() instanceof ProcessEvent.Started)) {
            lived--;
        }
        return new ProcessStatus(worker, restarts, since, quiet, events.subList(0, lived));
    }

    /** The same as it was at {@code moment}, when nothing of its job ran. */
    ProcessStatus asOf(Instant moment) {
        List<ProcessEvent> until =
                events.stream().filter(event -> event.time().isBefore(moment)).toList();
        WorkerState state = until.reversed().stream()
                .flatMap(event -> event.what() instanceof ProcessEvent.Ended(int code)
                        ? Stream.of(new WorkerState.Exited(code))
                        : Stream.empty())
                .findFirst()
                .<WorkerState>map(exited -> exited)
                .orElseGet(WorkerState.Lost::new);
        Worker then = new Worker(worker.host(), worker.role(), worker.rank(), worker.pid(), state);
        return new ProcessStatus(
                then, restarts, until.isEmpty() ? null : until.getLast().time(), Duration.ZERO, until);
    }

    boolean endedAfter(Instant moment) {
        return since != null && since.isAfter(moment);
    }

    /** Why it was told to end; empty where nobody did. */
    public String stopped() {
        String why = "";
        for (ProcessEvent event : events) {
            why = switch (event.what()) {
                case ProcessEvent.Started started -> "";
                case ProcessEvent.Stopped stopped -> stopped.why();
                case ProcessEvent.Ended ended -> why;
                case ProcessEvent.Survived survived -> why;
                case ProcessEvent.Xid xid -> why;
                case ProcessEvent.Revived revived -> why;
                case ProcessEvent.Restarting restarting -> why;
            };
        }
        return why;
    }

    /** Whether it failed and the others of its job went on. */
    boolean survived() {
        return !events.isEmpty() && events.getLast().what() instanceof ProcessEvent.Survived;
    }

    /** Whether it has ended with 0, and nobody told it to. */
    boolean endedWell() {
        return worker.state() instanceof WorkerState.Exited(int code)
                && code == 0
                && stopped().isEmpty();
    }

    /** Its state in words: {@code running}, {@code repeating, 120 of 500 steps, about 38 s left}, {@code starting again}, {@code ended}, {@code killed by SIGKILL}. */
    public String shown() {
        String told = stopped();
        return switch (worker.state()) {
            case WorkerState.Running running -> shown(running, told);
            case WorkerState.Exited exited ->
                EndOf.shown(exited)
                        + (told.isEmpty() ? "" : ", stopped " + told)
                        + (survived() ? ", others went on" : "");
            case WorkerState.Lost lost -> EndOf.shown(lost);
        };
    }

    private String shown(WorkerState.Running running, String told) {
        // What its supervisor wrote down last, it does no more.
        if (running.alone()) {
            return running.hold().toString();
        }
        if (running.hold() != WorkerState.Hold.ROOM
                && !events.isEmpty()
                && events.getLast().what() instanceof ProcessEvent.Restarting) {
            return "about to start again";
        }
        if (!told.isEmpty()) {
            return "ending " + told;
        }
        if (running.hold() != WorkerState.Hold.NONE) {
            return running.hold().toString();
        }
        return running.repeats()
                ? "repeating, " + running.repeated() + " of " + running.steps() + " steps, about " + running.left()
                        + " s left"
                : "running";
    }
}
