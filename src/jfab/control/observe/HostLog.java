package jfab.control.observe;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import jfab.control.launch.LaunchException;
import jfab.control.launch.ProcessEvent;
import jfab.control.launch.ProcessStatus;
import org.jspecify.annotations.Nullable;

/** What one host has told of a job so far. One thread adds to it while others look. */
final class HostLog {
    /** About what an object takes beside its text. */
    static final int OBJECT = 100;

    /** Lines of a file since its last offset; they count when that is told, and come again where the line broke before. */
    private final List<ObservedLine> pending = new ArrayList<>();

    private final Map<String, Long> offsets = new TreeMap<>();
    private final Map<String, Steps> steps = new HashMap<>();
    private final List<ProcessEvent> events = new ArrayList<>();
    /** By GPU and kind: their times are reckoned anew each time that they are told. */
    private final Map<String, ProcessEvent> xids = new TreeMap<>();

    private final String host;
    private final int keep;
    private final Optional<LoggedSteps> progress;
    private final long most;

    private long pendingBytes;
    private long keptBytes;
    private Optional<String> refused = Optional.empty();
    private Period building = new Period();
    private Period complete = new Period();
    private Period before = new Period();
    private boolean reached;
    private int attempts;

    /** What belongs to one period. */
    private static final class Period {
        private ObservedLine.@Nullable HostLoad load;
        private final Map<String, ObservedLine.ProcessLoad> processes = new TreeMap<>();
        private final List<GpuLoad> gpus = new ArrayList<>();
        private long bytes;
    }

    /**
     * @param keep how many steps of each trainer are kept, about
     * @param progress how the logs of trainers tell their steps, where these do
     */
    HostLog(String host, int keep, Optional<LoggedSteps> progress) {
        // What several hosts tell fits beside each other.
        this(host, keep, progress, Runtime.getRuntime().maxMemory() / 8);
    }

    /** @param most bytes that it may take, about */
    HostLog(String host, int keep, Optional<LoggedSteps> progress, long most) {
        this.most = most;
        this.progress = progress;
        this.host = host;
        this.keep = keep;
    }

    /** @throws LaunchException where the host tells too much */
    synchronized void add(ObservedLine told) {
        switch (told) {
            case ObservedLine.HostLoad load -> {
                building = new Period();
                building.load = load;
            }
            case ObservedLine.ProcessLoad process -> {
                building.processes.put(process.worker().name(), process);
                building.bytes += bytes(process.doing());
            }
            case ObservedLine.Gpu gpu -> {
                building.gpus.add(gpu.load());
                building.bytes += OBJECT;
            }
            case ObservedLine.Xid(ProcessEvent xid) -> {
                if (xids.putIfAbsent(xid.name() + " " + xid.text(), xid) == null) {
                    keptBytes += 2 * bytes(xid);
                }
            }
            case ObservedLine.Metrics metrics -> hold(metrics, bytes(metrics.json()));
            case ObservedLine.Logged logged -> hold(logged, bytes(logged.line()));
            case ObservedLine.Event event -> hold(event, bytes(event.event()));
            case ObservedLine.Offset offset -> commit(offset);
            case ObservedLine.End() -> {
                before = complete;
                complete = building;
                reached = true;
                attempts++;
            }
        }
        if (building.bytes + pendingBytes + keptBytes > most) {
            String sentence = host + " tells more of the job than there is memory for; it is not asked again";
            refused = Optional.of(sentence);
            throw new LaunchException(sentence);
        }
    }

    private void hold(ObservedLine told, long bytes) {
        pending.add(told);
        pendingBytes += bytes;
    }

    /** What {@code text} takes in memory, about. */
    static long bytes(String text) {
        return OBJECT + 2L * text.length();
    }

    private static long bytes(ProcessEvent event) {
        return bytes(event.name()) + bytes(event.text());
    }

    private Steps stepsOf(String name) {
        return steps.computeIfAbsent(name, _ -> {
            keptBytes += bytes(name);
            return new Steps(keep);
        });
    }

    private void add(Steps known, ObservedStep step, BiConsumer<Steps, ObservedStep> how) {
        long before = known.bytes();
        how.accept(known, step);
        keptBytes += known.bytes() - before;
    }

    private void commit(ObservedLine.Offset offset) {
        Instant since = Instant.MIN;
        int lines = 0;
        for (ObservedLine told : pending) {
            lines++;
            if (told instanceof ObservedLine.Metrics(String name, String json)) {
                Steps known = stepsOf(name);
                ObservedStep.parse(json).ifPresent(step -> add(known, step, Steps::addCounted));
            } else if (told instanceof ObservedLine.Logged(String name, String line) && progress.isPresent()) {
                Steps known = stepsOf(name);
                since = since.equals(Instant.MIN) ? since(name, known) : since;
                progress.get()
                        .step(line, between(since, grown(name), (double) lines / pending.size()))
                        .ifPresent(step -> add(known, step, Steps::add));
            } else if (told instanceof ObservedLine.Event(ProcessEvent event)) {
                events.add(event);
                keptBytes += bytes(event);
            }
        }
        forgetPending();
        if (offsets.put(offset.name(), offset.bytes()) == null) {
            keptBytes += bytes(offset.name());
        }
    }

    private void forgetPending() {
        pending.clear();
        pendingBytes = 0;
    }

    /** When the log of the process {@code name} grew last, or its metrics; of one that has ended, that lies ever farther back. */
    private Instant grown(String name) {
        ObservedLine.HostLoad load = building.load;
        if (load == null) {
            return Instant.now();
        }
        ObservedLine.ProcessLoad process = building.processes.get(name);
        return process == null ? load.time() : load.time().minus(process.silent());
    }

    /** When a line of a log was written is not known: at some time since the last one, or since the process began. */
    private Instant since(String name, Steps known) {
        return known.last()
                .map(ObservedStep::time)
                .or(() -> events.stream()
                        .filter(event -> event.name().equals(name))
                        .map(ProcessEvent::time)
                        .findFirst())
                .orElse(Instant.MIN);
    }

    private static Instant between(Instant since, Instant until, double share) {
        return since.isBefore(until) && !since.equals(Instant.MIN)
                ? since.plusMillis((long) (Duration.between(since, until).toMillis() * share))
                : until;
    }

    /** What the lines of trainers' logs have that tell how they do, empty where that may be anything; nothing where none of them does. */
    Optional<String> hearsLogs() {
        return progress.map(LoggedSteps::certain);
    }

    /** The line to the host is gone; what it has begun to tell will come again. */
    synchronized void lost() {
        forgetPending();
        reached = false;
        attempts++;
    }

    /** Why the host is not to be asked again; empty where it is. */
    synchronized Optional<String> refused() {
        return refused;
    }

    /** Arguments that make the host go on where it was. */
    synchronized List<String> offsets() {
        return offsets.entrySet().stream()
                .map(offset -> offset.getKey() + "=" + offset.getValue())
                .toList();
    }

    /** How often it has told everything, or could not. */
    synchronized int attempts() {
        return attempts;
    }

    synchronized Optional<Instant> time() {
        return Optional.ofNullable(complete.load).map(ObservedLine.HostLoad::time);
    }

    synchronized HostView view() {
        ObservedLine.HostLoad now = complete.load;
        if (now == null) {
            return HostView.silent(host);
        }
        double cpu = perCent(now, before.load, now.busyTicks(), before.load == null ? 0 : before.load.busyTicks());
        return new HostView(
                host,
                reached,
                Math.min(100, cpu / now.cpus()),
                now.memoryKb() - now.availableKb(),
                now.memoryKb(),
                complete.gpus);
    }

    synchronized RankView rank(String role, int rank) {
        String name = role + "-" + rank;
        ObservedLine.ProcessLoad process = complete.processes.get(name);
        ObservedLine.ProcessLoad earlier = before.processes.get(name);
        List<ObservedStep> known = steps.containsKey(name) ? steps.get(name).all() : List.of();
        if (progress.isPresent() && process != null) {
            known = Steps.lastAttempt(known, process.restarts());
        }
        if (process == null || complete.load == null) {
            double memory = complete.load == null ? Double.NaN : 0;
            return new RankView(role, rank, host, Optional.empty(), Double.NaN, memory, "-", known);
        }
        double cpu =
                earlier == null ? Double.NaN : perCent(complete.load, before.load, process.ticks(), earlier.ticks());
        ProcessStatus status =
                ProcessStatus.of(process.worker(), process.restarts(), process.silent(), complete.load.time(), events);
        return new RankView(role, rank, host, Optional.of(status), cpu, process.memoryKb(), process.doing(), known);
    }

    synchronized List<ProcessEvent> events() {
        return Stream.concat(events.stream(), xids.values().stream()).toList();
    }

    /** The names of all processes that the host knows of. */
    synchronized List<String> names() {
        return Stream.concat(complete.processes.keySet().stream(), steps.keySet().stream())
                .distinct()
                .toList();
    }

    private static double perCent(
            ObservedLine.HostLoad now, ObservedLine.@Nullable HostLoad before, double ticks, double ticksBefore) {
        if (before == null) {
            return Double.NaN;
        }
        double seconds = Duration.between(before.time(), now.time()).toNanos() / 1e9;
        // A restarted process has used less than the one before it.
        return seconds <= 0 ? Double.NaN : Math.max(0, ticks - ticksBefore) / now.ticksPerSecond() / seconds * 100;
    }
}
