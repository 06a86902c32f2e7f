package jfab.control.fabfile.jobs;

import java.time.Duration;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jfab.control.connection.Group;
import jfab.control.connection.host.Host;
import jfab.control.launch.Diagnosis;
import jfab.control.launch.JobSearch;
import jfab.control.launch.LaunchException;
import jfab.control.launch.Member;
import jfab.control.launch.ProcessStatus;
import jfab.control.launch.Survey;
import jfab.control.task.TaskParameter;
import jfab.control.watch.Stillness;
import jfab.control.watch.Watcher;
import jfab.role.Role;
import org.jspecify.annotations.Nullable;

/** {@code jfab status}. */
final class StatusCommand implements JobCommand {
    /** Not told for those of a job: it runs, or its hosts cannot be reached. */
    private static final List<Integer> CODES_OF_STATUS = List.of(LaunchException.UNFINISHED, 4);

    static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("MM-dd HH:mm:ss");
    private static final String ROW = "%-7s %4s %7s  %-14s %8s  %s";

    @Override
    public String name() {
        return "status";
    }

    @Override
    public String description() {
        return "Show each process of the newest job, or of JOB: host, role, rank, pid, since when, restarts, state; and why it failed";
    }

    @Override
    public List<TaskParameter> parameters() {
        return List.of(
                JobParameter.job(),
                JobParameter.flag(
                        "silent", 120, "After how many seconds without a new line a trainer is called silent"),
                JobParameter.flag(
                        "exit_code", false, "End with the job's exit code; with 75 while it runs and has none"),
                JsonAnswer.flag());
    }

    @Override
    public void run(JobContext context, Group hosts, List<@Nullable Object> arguments) throws InterruptedException {
        JobArguments asked = new JobArguments(this, arguments);
        Duration silence = Duration.ofSeconds(asked.number("silent", 1));
        JobSearch search = context.search(hosts);
        JobSearch.Found found = search.find(asked.job());
        Optional<Diagnosis> diagnosis = found.diagnosis();
        if (asked.on("json")) {
            context.answer(JsonAnswer.status(found, diagnosis));
        } else {
            context.say(found.job().id() + "  " + found.survey().state() + "  " + JobsCommand.since(found.survey()));
            table(found).forEach(context::say);
            if (found.survey().state().equals("not started") && found.missing().isEmpty()) {
                context.say("no process of it has begun; its directory is on "
                        + found.survey().hosts().stream().map(Host::toString).collect(Collectors.joining(", ")));
            }
            gpus(context, found);
            diagnosis.ifPresent(why -> tell(context, why));
            found.survey().advice().ifPresent(context::say);
            silent(context, found, silence);
            // One more request to each host, which who asks for a job that has ended well need not wait for.
            if (asked.job().isEmpty() && found.survey().state().equals("failed")) {
                context.tellOfOlder(search, ": jfab status ");
            }
        }
        if (asked.on("exit_code") && found.asked().ok()) {
            exitCode(context, found);
        }
        found.orThrow();
    }

    /** Of a job that uses them: how they are doing, which is one more request to each host. */
    private static void gpus(JobContext context, JobSearch.Found found) throws InterruptedException {
        boolean used = found.job().description().members().stream()
                .anyMatch(member -> !member.visibleGpus().isEmpty());
        if (!used || !found.survey().runs()) {
            return;
        }
        new Watcher(found.job(), Duration.ofSeconds(1), context::say).gpus();
    }

    private static void exitCode(JobContext context, JobSearch.Found found) throws InterruptedException {
        String id = found.job().id().toString();
        Survey survey = found.survey();
        found.orThrow();
        if (!survey.complete() && !survey.runs()) {
            throw JobEnd.unasked(found.job().id());
        }
        boolean unstarted = survey.statuses().isEmpty() || survey.state().equals("starting");
        if (unstarted && !survey.runs() && !found.arriving() && Arrival.isOver(survey)) {
            throw new LaunchException(id + " was never started: nothing has come for it for "
                    + Arrival.PATIENCE.toMinutes() + " minutes, so it will have no exit code");
        }
        if (survey.runs() || unstarted) {
            throw LaunchException.unfinished(id + " is " + survey.state() + ", so it has no exit code yet");
        }
        try {
            new JobEnd(context, found).orThrow();
        } catch (LaunchException e) {
            if (CODES_OF_STATUS.contains(e.exitCode())) {
                throw new LaunchException(id + " ended with " + e.exitCode()
                        + ", which is told as 1: that code means that it runs, or cannot be asked");
            }
            throw e;
        }
    }

    private static List<String> table(JobSearch.Found found) {
        List<ProcessStatus> statuses = found.survey().statuses();
        List<Member> missing = found.missing();
        int widest = Stream.concat(
                        statuses.stream().map(status -> status.worker().host()),
                        missing.stream().map(Member::host))
                .mapToInt(host -> host.toString().length())
                .max()
                .orElse(0);
        String first = "%-" + Math.max(widest, "host".length()) + "s ";
        List<String> rows = new ArrayList<>();
        rows.add(first.formatted("host") + ROW.formatted("role", "rank", "pid", "since", "restarts", "state"));
        statuses.forEach(status -> rows.add(first.formatted(status.worker().host()) + row(status)));
        missing.forEach(member -> rows.add(first.formatted(member.host())
                + ROW.formatted(member.role().word(), member.rank(), "-", "-", "-", shown(found.absence(member)))));
        return rows;
    }

    /** The state of a process of which no host told. */
    static String shown(String absence) {
        return absence.isEmpty() ? "not started" : "unknown, " + absence;
    }

    private static String row(ProcessStatus status) {
        return ROW.formatted(
                status.worker().role().word(),
                status.worker().rank(),
                status.worker().pid(),
                status.since() == null ? "-" : CLOCK.format(status.since().atZone(ZoneId.systemDefault())),
                status.restarts(),
                status.shown());
    }

    static void tell(JobContext context, Diagnosis diagnosis) {
        context.say(diagnosis.sentence());
        diagnosis.lines().forEach(line -> context.say("    " + line));
        if (!diagnosis.followers().isEmpty()) {
            context.say(diagnosis.followers());
        }
    }

    private static void silent(JobContext context, JobSearch.Found found, Duration limit) throws InterruptedException {
        List<String> silent = found.survey().of(Role.TRAINER).stream()
                .filter(status -> status.quiet().compareTo(limit) >= 0)
                .map(status -> status.worker() + " for " + status.quiet().toSeconds() + " s")
                .toList();
        if (!silent.isEmpty()) {
            context.say("silent, neither log nor metrics grow: " + String.join(", ", silent));
            // Where one waits for the other, all are: which one differs, their processes tell.
            Stillness.said(found.job(), limit).ifPresent(context::say);
        }
    }
}
