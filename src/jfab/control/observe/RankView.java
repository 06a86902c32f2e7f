package jfab.control.observe;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import jfab.control.launch.ProcessStatus;
import jfab.control.launch.WorkerState;

/**
 * How a process of a job is doing.
 *
 * @param role {@code pserver} or {@code trainer}
 * @param status empty while it has not been started
 * @param cpu per cent of one processor, not a number while unknown
 * @param memoryKb 0 before it has been started, not a number where its host tells nothing
 * @param doing what its processes do at that moment: T for stopped, D for waiting for a device, R for computing, S for waiting
 * @param steps as many as are kept, the oldest first
 */
public record RankView(
        String role,
        int rank,
        String host,
        Optional<ProcessStatus> status,
        double cpu,
        double memoryKb,
        String doing,
        List<ObservedStep> steps) {
    /** So many steps tell how it does now. */
    public static final int RECENT = 20;

    /** How long its log may be silent at least, until its latest steps tell nothing of now. */
    private static final double SILENCE_SECONDS = 10;

    public RankView {
        steps = List.copyOf(steps);
    }

    /** A process that nobody tells of. */
    static RankView unknown(String role, int rank, String host) {
        return new RankView(role, rank, host, Optional.empty(), Double.NaN, Double.NaN, "-", List.of());
    }

    /** {@code trainer-3}. */
    public String name() {
        return role + "-" + rank;
    }

    Optional<WorkerState> state() {
        return status.map(stands -> stands.worker().state());
    }

    /** Whether it runs, or is about to start again. */
    public boolean running() {
        return state().filter(WorkerState.Running.class::isInstance).isPresent();
    }

    /** Whether it runs although its supervisor is gone, so that nobody will start it again or know how it ended. */
    public boolean alone() {
        return state().filter(state -> state instanceof WorkerState.Running running && running.alone())
                .isPresent();
    }

    /** How long its log and its metrics have not grown. */
    public Duration silent() {
        return status.map(ProcessStatus::quiet).orElse(Duration.ZERO);
    }

    /** Whether it ended, and not by itself with code 0. */
    public boolean failed() {
        return state().map(WorkerState::failed).orElse(false);
    }

    /** {@code waiting}, {@code running}, {@code repeating}, {@code exited 1}; {@code unknown} where its host tells nothing. */
    public String stateText() {
        return state().map(Object::toString).orElse(Double.isNaN(memoryKb) ? "unknown" : "waiting");
    }

    public Optional<ObservedStep> last() {
        return steps.isEmpty() ? Optional.empty() : Optional.of(steps.getLast());
    }

    /** Its latest steps, which tell how it does now. */
    public List<ObservedStep> recent() {
        return steps.subList(Math.max(0, steps.size() - RECENT), steps.size());
    }

    private Optional<WorkerState.Running> repeating() {
        return state().filter(WorkerState.Running.class::isInstance)
                .map(WorkerState.Running.class::cast)
                .filter(WorkerState.Running::repeats);
    }

    /** The step that it has come to, also where it repeats what was trained before; not a number before the first. */
    public double step() {
        return repeating()
                .map(running -> (double) running.repeated())
                .or(() -> last().map(step -> (double) step.step()))
                .orElse(Double.NaN);
    }

    /** Of its last step; empty where that told none. */
    public OptionalDouble loss() {
        return last().map(ObservedStep::loss).orElse(OptionalDouble.empty());
    }

    /** Of its latest steps; not a number where it runs and makes none, or has been silent for longer than those took. */
    public double samplesPerSecond() {
        return repeating().isPresent() || (running() && silent().toMillis() > 1000 * patience())
                ? Double.NaN
                : ObservedStep.samplesPerSecond(recent());
    }

    private double patience() {
        double took = recent().stream().mapToDouble(ObservedStep::seconds).sum();
        return Double.isNaN(took) ? Double.POSITIVE_INFINITY : Math.max(SILENCE_SECONDS, took);
    }
}
