package jfab.control.testing;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import jfab.control.connection.host.Host;
import jfab.control.task.HostOutcome;
import jfab.control.task.Report;
import jfab.control.task.TaskEvent;
import org.jspecify.annotations.Nullable;

/**
 * What came of a run.
 *
 * @param report how each host fared
 * @param exitCode the exit code that {@code jfab} would have
 * @param events all that the user would see, hosts mixed
 */
public record Ran(Report report, int exitCode, List<TaskEvent> events) {
    public Ran {
        events = List.copyOf(events);
    }

    public boolean ok() {
        return report.ok();
    }

    /** The lines that tasks and commands printed on the host {@code name}. */
    public List<String> lines(String name) {
        return events.stream()
                .filter(TaskEvent.Line.class::isInstance)
                .map(TaskEvent.Line.class::cast)
                .filter(line -> line.host() != null && line.host().name().equals(name))
                .map(TaskEvent.Line::text)
                .toList();
    }

    /** The lines that were printed for all hosts together. */
    public List<String> lines() {
        return events.stream()
                .filter(TaskEvent.Line.class::isInstance)
                .map(TaskEvent.Line.class::cast)
                .filter(line -> line.host() == null)
                .map(TaskEvent.Line::text)
                .toList();
    }

    /** What the last task returned on the host {@code name}; null where it returned nothing or did not end. */
    public @Nullable Object value(String name) {
        return outcome(name) instanceof HostOutcome.Succeeded succeeded ? succeeded.value() : null;
    }

    /** What went wrong on the host {@code name}; empty where nothing did. */
    public String problem(String name) {
        return switch (outcome(name)) {
            case HostOutcome.Succeeded _ -> "";
            case HostOutcome.Failed failed ->
                Objects.requireNonNullElse(failed.failure().getMessage(), "failed");
            case HostOutcome.Stopped _ -> "stopped";
            case HostOutcome.Skipped skipped -> skipped.why();
        };
    }

    private HostOutcome outcome(String name) {
        Optional<HostOutcome> outcome = report.outcomes().stream()
                .filter(each -> each.host().name().equals(name))
                .findFirst();
        return outcome.orElseThrow(() -> new IllegalArgumentException("nothing ran on a host '" + name + "'; on "
                + report.outcomes().stream()
                        .map(HostOutcome::host)
                        .map(Host::name)
                        .toList()));
    }
}
