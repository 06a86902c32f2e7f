package jfab.control.cli.output;

import groovy.json.JsonGenerator;
import java.io.PrintStream;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import jfab.control.connection.host.Host;
import jfab.control.task.HostOutcome;
import jfab.control.task.Report;
import jfab.control.task.TaskEvent;
import org.jspecify.annotations.Nullable;

/**
 * Writes a run as JSON, one object per line and nothing else.
 *
 * <p>Every object has {@code time} (UTC, ISO 8601) and {@code event}. What does not apply is left out.
 *
 * <ul>
 *   <li>{@code started}: {@code task}, {@code hosts}
 *   <li>{@code line}: {@code host}, {@code task}, {@code stream} ({@code out} or {@code err}), {@code text}
 *   <li>{@code notice}: {@code host}, {@code task}, {@code text}: a remark of jfab
 *   <li>{@code progress}: {@code host}, {@code task}, {@code what}, {@code done}, {@code total} (bytes)
 *   <li>{@code finished}: {@code host}, {@code task}, {@code result} (a word of the summary, {@code ok} for success),
 *       {@code exitCode}, {@code signal}, {@code took} (seconds), {@code message} (what failed), {@code value} (what the
 *       task returned; of a command: {@code command}, {@code exitCode}, {@code signal}, {@code took}, {@code out},
 *       {@code err})
 *   <li>{@code skipped}: {@code tasks}, {@code why}
 *   <li>{@code ended}, the last one: {@code exitCode}, {@code ok}, {@code failed} (hosts each)
 * </ul>
 */
final class JsonRenderer implements Renderer {
    private static final JsonGenerator JSON =
            new JsonGenerator.Options().disableUnicodeEscaping().build();

    /** What moves a cursor, changes the order of letters or is not seen: a host's words may end up on a terminal. */
    private static final Pattern UNSEEN = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Co}\\p{Cn}]");

    private final PrintStream out;
    private final Map<Host, String> tasks = new HashMap<>();
    private String task = "";

    JsonRenderer(PrintStream out) {
        this.out = out;
    }

    @Override
    public void expect(List<Host> hosts) {}

    @Override
    public void on(TaskEvent event) {
        all(List.of(event));
    }

    @Override
    public synchronized void all(List<? extends TaskEvent> events) {
        for (TaskEvent event : events) {
            switch (event) {
                case TaskEvent.Started e -> {
                    task = e.task();
                    e.hosts().forEach(host -> tasks.put(host, e.task()));
                    write(
                            "started",
                            null,
                            JsonValues.object(
                                    "hosts",
                                    e.hosts().stream().map(Host::toString).toList()));
                }
                case TaskEvent.Line e ->
                    write(
                            "line",
                            e.host(),
                            JsonValues.object("stream", JsonValues.stream(e.stream()), "text", e.text()));
                case TaskEvent.Notice e -> write("notice", e.host(), JsonValues.object("text", e.text()));
                case TaskEvent.Progress e ->
                    write(
                            "progress",
                            e.host(),
                            JsonValues.object("what", e.what(), "done", e.done(), "total", e.total()));
                case TaskEvent.Finished e -> finished(e);
                case TaskEvent.Skipped e ->
                    write("skipped", null, JsonValues.object("tasks", e.tasks(), "why", e.why()));
            }
        }
        out.flush();
    }

    private void finished(TaskEvent.Finished event) {
        Verdict verdict = Verdict.of(event.outcome());
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("task", event.task());
        data.put("result", verdict.kind().words());
        data.put("exitCode", verdict.ok() ? null : verdict.exit());
        data.put("signal", verdict.signal());
        switch (event.outcome()) {
            case HostOutcome.Succeeded e -> {
                data.put("took", JsonValues.seconds(e.took()));
                data.put("value", JsonValues.value(e.value()));
            }
            case HostOutcome.Failed e -> data.put("took", JsonValues.seconds(e.took()));
            case HostOutcome.Stopped e -> data.put("took", JsonValues.seconds(e.took()));
            case HostOutcome.Skipped e -> {}
        }
        data.put("message", verdict.problem().isEmpty() ? null : verdict.problem());
        write("finished", event.outcome().host(), data);
    }

    @Override
    public synchronized void end(Report report, int exitCode) {
        task = "";
        long ok = report.outcomes().stream()
                .filter(outcome -> Verdict.of(outcome).ok())
                .count();
        write(
                "ended",
                null,
                JsonValues.object(
                        "exitCode",
                        exitCode,
                        "ok",
                        ok,
                        "failed",
                        report.outcomes().size() - ok));
        out.flush();
    }

    private void write(String event, @Nullable Host host, Map<String, ? extends @Nullable Object> data) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("time", Instant.now().truncatedTo(ChronoUnit.MILLIS).toString());
        object.put("event", event);
        object.put("host", host == null ? null : host.toString());
        String running = host == null ? task : tasks.getOrDefault(host, task);
        object.put("task", running.isEmpty() ? null : running);
        object.putAll(data);
        object.values().removeIf(Objects::isNull);
        String plain = UNSEEN.matcher(JSON.toJson(object)).replaceAll(JsonRenderer::escaped);
        out.print(plain + "\n");
    }

    private static String escaped(MatchResult found) {
        return found.group().chars().mapToObj("\\\\u%04x"::formatted).collect(Collectors.joining());
    }
}
