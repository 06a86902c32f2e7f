package jfab.control.cli.output;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import jfab.control.connection.command.OutputListener.Stream;
import jfab.control.connection.host.Host;
import jfab.control.task.TaskEvent;
import jfab.control.task.TaskListener;

/** The last line that is not blank of each host's output, and of its errors. Safe for threads. */
final class LastLines implements TaskListener {
    private final Map<Host, String> out = new ConcurrentHashMap<>();
    private final Map<Host, String> err = new ConcurrentHashMap<>();

    @Override
    public void on(TaskEvent event) {
        all(List.of(event));
    }

    /** Of lines that came together only the last of each host and stream is put down. */
    @Override
    public void all(List<? extends TaskEvent> events) {
        TaskEvent.Line latest = null;
        for (TaskEvent event : events) {
            if (event instanceof TaskEvent.Line line
                    && line.host() != null
                    && !line.text().isBlank()) {
                if (latest != null
                        && (!Objects.equals(latest.host(), line.host()) || latest.stream() != line.stream())) {
                    put(latest);
                }
                latest = line;
            }
        }
        if (latest != null) {
            put(latest);
        }
    }

    private void put(TaskEvent.Line line) {
        if (line.host() != null) {
            (line.stream() == Stream.OUT ? out : err).put(line.host(), line.text());
        }
    }

    /** What the summary shows behind a host. */
    String of(Host host, Verdict verdict) {
        return switch (verdict.kind()) {
            case OK, STOPPED -> out.getOrDefault(host, err.getOrDefault(host, ""));
            case FAILED, KILLED, TIMED_OUT ->
                err.getOrDefault(host, verdict.exit() == null ? verdict.problem() : out.getOrDefault(host, ""));
            case TRANSFER, BAD_NAME, BAD_SETTINGS, UNREACHABLE, INCOMPATIBLE, HOST_KEY, LOGIN, LOST ->
                verdict.problem();
            case NOT_BEGUN, NOT_FINISHED -> "";
        };
    }
}
