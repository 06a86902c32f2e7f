package jfab.control.fabfile.jobs;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.Collectors;
import jfab.control.connection.Group;
import jfab.control.connection.host.Host;
import jfab.control.launch.JobSearch;
import jfab.control.launch.Survey;
import jfab.control.launch.WorkerState;
import jfab.control.task.Parameter;
import org.jspecify.annotations.Nullable;

/** {@code jfab jobs}. */
final class JobsCommand implements JobCommand {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");
    private static final int MOST_HOSTS = 4;

    @Override
    public String name() {
        return "jobs";
    }

    @Override
    public String description() {
        return "Show the jobs on the cluster's hosts, the newest last: id, state, since when, processes, hosts";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of();
    }

    @Override
    public void run(JobDesk desk, Group hosts, List<@Nullable Object> arguments) throws InterruptedException {
        JobSearch.All all = desk.search(hosts).all();
        if (all.jobs().isEmpty() && all.asked().ok()) {
            desk.say("no jobs");
        }
        all.jobs().forEach(job -> desk.say(line(job)));
        all.jobs().forEach(job -> job.advice().ifPresent(desk::say));
        all.asked().throwFailed();
    }

    private static String line(Survey job) {
        List<String> hosts = job.standings().stream()
                .map(standing -> standing.worker().host())
                .distinct()
                .map(Host::toString)
                .toList();
        return String.format(
                "%-19s %-11s %-19s  %3d running %3d ended %3d failed  %s",
                job.id(),
                job.state(),
                since(job),
                job.count(WorkerState.Running.class),
                job.succeeded(),
                job.failed(),
                hosts.stream().limit(MOST_HOSTS).collect(Collectors.joining(", "))
                        + (hosts.size() > MOST_HOSTS ? ", ... " + hosts.size() + " hosts" : ""));
    }

    static String since(Survey job) {
        return job.since()
                .map(time -> TIME.format(time.atZone(ZoneId.systemDefault())))
                .orElse("-");
    }
}
