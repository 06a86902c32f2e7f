package jfab.control.observe;

import java.time.Duration;
import java.time.Instant;
import jfab.control.connection.host.Host;
import jfab.control.launch.ProcessEvent;
import jfab.control.launch.Worker;
import org.jspecify.annotations.Nullable;

/** A line that a host tells of a job; {@code observe.sh} says how it prints them. */
sealed interface ObservedLine {
    /** A period begins; ticks and memory are the whole machine's. */
    record HostLoad(
            Instant time, double ticksPerSecond, int cpus, double busyTicks, double memoryKb, double availableKb)
            implements ObservedLine {}

    /** A process that was started; ticks and memory are those of its process group. */
    record ProcessLoad(Worker worker, int restarts, double ticks, double memoryKb, Duration silent, String doing)
            implements ObservedLine {}

    record Gpu(GpuLoad load) implements ObservedLine {}

    /** An error of a GPU, told each time. */
    record Xid(ProcessEvent event) implements ObservedLine {}

    /** A line that a trainer has added to its metrics. */
    record Metrics(String name, String json) implements ObservedLine {}

    /** A line that a trainer has written into its log. */
    record Logged(String name, String line) implements ObservedLine {}

    /** A line that the job's events have got. */
    record Event(ProcessEvent event) implements ObservedLine {}

    /** Up to where a file has been told. */
    record Offset(String name, long bytes) implements ObservedLine {}

    record End() implements ObservedLine {}

    /**
     * Reads one line of {@code host}.
     *
     * @throws IllegalArgumentException where it is none of these
     */
    static ObservedLine parse(Host host, String line) {
        String[] words = line.split(" ", -1);
        try {
            return switch (words[0]) {
                case "host" ->
                    new HostLoad(
                            HostTimes.instant(words[1]),
                            Double.parseDouble(words[2]),
                            Integer.parseInt(words[3]),
                            Double.parseDouble(words[4]),
                            Double.parseDouble(words[5]),
                            Double.parseDouble(words[6]));
                case "process" -> process(host, line.split(" ", 7));
                case "gpu" ->
                    new Gpu(new GpuLoad(
                            Integer.parseInt(words[1]),
                            number(words[2]),
                            number(words[3]),
                            number(words[4]),
                            number(words[5]),
                            number(words[6])));
                case "xid" -> xid(host, line.substring("xid ".length()));
                case "metrics" -> new Metrics(words[1], line.split(" ", 3)[2]);
                case "logged" -> new Logged(words[1], line.split(" ", 3)[2]);
                case "event" -> new Event(event(host, line.substring("event ".length())));
                case "offset" -> new Offset(words[1], Long.parseLong(words[2]));
                case "end" -> new End();
                default -> throw new IllegalArgumentException(line);
            };
        } catch (ArrayIndexOutOfBoundsException | StringIndexOutOfBoundsException e) {
            throw new IllegalArgumentException(line, e);
        }
    }

    private static ProcessLoad process(Host host, String[] words) {
        return new ProcessLoad(
                Worker.parse(host, words[6]),
                Integer.parseInt(words[5]),
                Double.parseDouble(words[1]),
                Double.parseDouble(words[2]),
                Duration.ofSeconds(Long.parseLong(words[3])),
                words[4]);
    }

    private static ProcessEvent event(Host host, String line) {
        @Nullable ProcessEvent event = ProcessEvent.parse(host, line);
        if (event == null) {
            throw new IllegalArgumentException(line);
        }
        return event;
    }

    private static Xid xid(Host host, String line) {
        ProcessEvent event = event(host, line);
        if (!(event.what() instanceof ProcessEvent.Xid)) {
            throw new IllegalArgumentException(line);
        }
        return new Xid(event);
    }

    /** nvidia-smi says {@code [N/A]}, or {@code N/A}, of what a device does not tell. */
    private static double number(String text) {
        return text.matches("[0-9.]{1,12}") ? Double.parseDouble(text) : Double.NaN;
    }
}
