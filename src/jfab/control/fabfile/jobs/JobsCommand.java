package jfab.control.fabfile.jobs;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import jfab.control.connection.Group;
import jfab.control.connection.host.Host;
import jfab.control.launch.JobSearch;
import jfab.control.launch.Survey;
import jfab.control.launch.WorkerState;
import jfab.control.task.TaskParameter;
import org.jspecify.annotations.Nullable;

/** {@code jfab jobs}. */
final class JobsCommand implements JobCommand {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");
    private static final String ROW = "%-19s %-11s %-14s %7s %5s %6s  %s";
    /** Letters of the hosts' names, so that a row has 80. */
    private static final int HOSTS = 11;

    @Override
    public String name() {
        return "jobs";
    }

    @Override
    public String description() {
        return "Show the jobs on the cluster's hosts, the newest last: id, state, since when, processes, hosts";
    }

    @Override
    public List<TaskParameter> parameters() {
        return List.of(JsonAnswer.flag());
    }

    @Override
    public void run(JobContext context, Group hosts, List<@Nullable Object> arguments) throws InterruptedException {
        JobSearch.All all = context.search(hosts).all();
        if (new JobArguments(this, arguments).on("json")) {
            context.answer(JsonAnswer.jobs(all));
            all.asked().throwFailed();
            return;
        }
        if (all.jobs().isEmpty() && all.asked().ok()) {
            context.say("no jobs");
        }
        if (!all.jobs().isEmpty()) {
            context.say(String.format(ROW, "job", "state", "since", "running", "ended", "failed", "hosts"));
        }
        all.jobs().forEach(job -> context.say(line(job)));
        all.jobs().forEach(job -> job.advice().ifPresent(context::say));
        all.asked().throwFailed();
    }

    private static String line(Survey job) {
        List<String> hosts = job.hosts().stream().map(Host::toString).toList();
        String names = String.join(", ", hosts);
        return String.format(
                ROW,
                job.id(),
                job.state(),
                job.since()
                        .map(time -> StatusCommand.CLOCK.format(time.atZone(ZoneId.systemDefault())))
                        .orElse("-"),
                job.count(WorkerState.Running.class),
                job.succeeded(),
                job.failed(),
                hosts.size() == 1 || names.length() <= HOSTS ? names : hosts.size() + " hosts");
    }

    static String since(Survey job) {
        return job.since()
                .map(time -> TIME.format(time.atZone(ZoneId.systemDefault())))
                .orElse("-");
    }
}
