package jfab.control.fabfile.jobs;

import groovy.json.JsonOutput;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jfab.control.connection.GroupResult;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.Host;
import jfab.control.launch.Diagnosis;
import jfab.control.launch.DiskUsage;
import jfab.control.launch.JobId;
import jfab.control.launch.JobSearch;
import jfab.control.launch.Member;
import jfab.control.launch.ProcessStatus;
import jfab.control.launch.Survey;
import jfab.control.launch.Worker;
import jfab.control.launch.WorkerState;
import jfab.control.task.TaskParameter;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a command about jobs with {@code --json}: one object in one line, described by {@code docs/schemas/COMMAND.json}. Times
 * are UTC in ISO 8601, {@code null} where they are not known. What hosts could not do is in {@code failedHosts}, and ends the command
 * with its exit code all the same.
 */
final class JsonAnswer {
    /** Characters that are half of one, which no other program reads. */
    private static final Pattern HALVES = Pattern.compile("\\\\u[dD][89aAbB]\\p{XDigit}{2}(?!\\\\u[dD][c-fC-F])"
            + "|(?<!\\\\u[dD][89aAbB]\\p{XDigit}{2})\\\\u[dD][c-fC-F]\\p{XDigit}{2}");

    private final Map<String, @Nullable Object> fields = new LinkedHashMap<>();

    private JsonAnswer() {}

    static TaskParameter flag() {
        return JobParameter.flag("json", false, "Answer with one JSON object (docs/json.md)");
    }

    /** An answer about {@code job}. */
    static JsonAnswer of(JobId job) {
        return new JsonAnswer().with("job", job.toString());
    }

    static JsonAnswer of(String name, @Nullable Object value) {
        return new JsonAnswer().with(name, value);
    }

    static JsonAnswer jobs(JobSearch.All all) {
        return of("jobs", all.jobs().stream().map(JsonAnswer::summary).toList()).failedHosts(all.asked());
    }

    private static Map<String, @Nullable Object> summary(Survey job) {
        return of(job.id())
                .with("state", job.state())
                .with("since", time(job.since().orElse(null)))
                .with("running", job.count(WorkerState.Running.class))
                .with("ended", job.succeeded())
                .with("failed", job.failed())
                .with("hosts", job.hosts().stream().map(Host::toString).toList())
                .fields;
    }

    static JsonAnswer status(JobSearch.Found found, Optional<Diagnosis> diagnosis) {
        Survey survey = found.survey();
        return of(survey.id())
                .with("state", survey.state())
                .with("since", time(survey.since().orElse(null)))
                .with(
                        "processes",
                        Stream.concat(
                                        survey.statuses().stream().map(JsonAnswer::process),
                                        found.missing().stream().map(member -> process(found, member)))
                                .toList())
                .with(
                        "failure",
                        diagnosis
                                .map(why -> of("sentence", why.sentence())
                                        .with("lines", why.lines())
                                        .with("followers", why.followers())
                                        .fields)
                                .orElse(null))
                .failedHosts(found.asked());
    }

    private static Map<String, @Nullable Object> process(ProcessStatus status) {
        WorkerState state = status.worker().state();
        return process(
                        status.worker().host(),
                        status.worker().role().word(),
                        status.worker().rank())
                .with("pid", status.worker().pid())
                .with(
                        "state",
                        switch (state) {
                            case WorkerState.Running _ -> "running";
                            case WorkerState.Exited _ -> "exited";
                            case WorkerState.Lost _ -> "lost";
                        })
                .with("exitCode", state instanceof WorkerState.Exited(int code) ? code : null)
                .with("stateText", status.shown())
                .with("since", time(status.since()))
                .with("restarts", status.restarts())
                .with("silentSeconds", status.quiet().toSeconds())
                .fields;
    }

    private static Map<String, @Nullable Object> process(JobSearch.Found found, Member member) {
        String absence = found.absence(member);
        String state = absence.isEmpty() ? "not started" : "unknown";
        return process(member.host(), member.role().word(), member.rank())
                .with("pid", null)
                .with("state", state)
                .with("exitCode", null)
                .with("stateText", StatusCommand.shown(absence))
                .with("since", null)
                .with("restarts", absence.isEmpty() ? 0 : null)
                .with("silentSeconds", null)
                .fields;
    }

    /** A process that may run. */
    static Map<String, @Nullable Object> process(Worker worker) {
        return process(worker.host(), worker.role().word(), worker.rank()).fields;
    }

    /** A process that a job starts. */
    static Map<String, @Nullable Object> process(Member member) {
        return process(member.host(), member.role().word(), member.rank()).fields;
    }

    private static JsonAnswer process(Host host, String role, int rank) {
        return of("host", host.toString()).with("role", role).with("rank", rank);
    }

    /** Where the files of a host are, here. */
    static Map<String, @Nullable Object> place(Host host, Path folder) {
        return of("host", host.toString())
                .with("folder", folder.toAbsolutePath().toString())
                .fields;
    }

    static Map<String, @Nullable Object> item(DiskUsage.Item item) {
        return of("host", item.host().toString())
                .with("job", item instanceof DiskUsage.OfJob job ? job.id().toString() : null)
                .with("engine", item instanceof DiskUsage.OfEngine engine ? engine.digest() : null)
                .with("bytes", item.kilobytes() * 1024)
                .fields;
    }

    JsonAnswer with(String name, @Nullable Object value) {
        fields.put(name, value);
        return this;
    }

    /** The hosts that failed when they were asked or later, each with what was wrong first. */
    JsonAnswer failedHosts(GroupResult<?>... results) {
        Map<Host, @Nullable Object> failed = new LinkedHashMap<>();
        for (GroupResult<?> result : results) {
            result.failed()
                    .forEach(one -> failed.putIfAbsent(
                            one.host(),
                            of("host", one.host().toString())
                                    .with("reason", one.failure().getMessage())
                                    .with("unreachable", one.failure() instanceof ConnectionException)
                                    .fields));
        }
        return with("failedHosts", List.copyOf(failed.values()));
    }

    private static @Nullable String time(@Nullable Instant time) {
        return time == null ? null : time.toString();
    }

    /** In one line, in which words of a host are text alone: all but ASCII is escaped. */
    @Override
    public String toString() {
        return HALVES.matcher(JsonOutput.toJson(fields)).replaceAll("\\\\ufffd");
    }
}
