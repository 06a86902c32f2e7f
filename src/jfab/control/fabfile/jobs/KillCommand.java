package jfab.control.fabfile.jobs;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jfab.control.connection.Group;
import jfab.control.connection.GroupResult;
import jfab.control.connection.host.Host;
import jfab.control.connection.host.Outcome;
import jfab.control.launch.Job;
import jfab.control.launch.JobId;
import jfab.control.launch.JobSearch;
import jfab.control.launch.LaunchException;
import jfab.control.launch.Member;
import jfab.control.launch.ProcessStatus;
import jfab.control.launch.Worker;
import jfab.control.launch.WorkerState;
import jfab.control.task.TaskParameter;
import org.jspecify.annotations.Nullable;

/** {@code jfab kill}. */
final class KillCommand implements JobCommand {
    @Override
    public String name() {
        return "kill";
    }

    @Override
    public String description() {
        return "End the processes of the newest job, or of JOB, and nothing else: SIGTERM, grace, SIGKILL";
    }

    @Override
    public List<TaskParameter> parameters() {
        return List.of(JobParameter.job(), JsonAnswer.flag());
    }

    @Override
    public void run(JobContext context, Group hosts, List<@Nullable Object> arguments) throws InterruptedException {
        JobSearch search = context.search(hosts);
        JobArguments asked = new JobArguments(this, arguments);
        Optional<JobSearch.Found> sought = lookFor(asked.job(), search);
        if (sought.isEmpty()) {
            new Strays(hosts, search.rootDir()).refuse(Optional.empty());
            if (asked.on("json")) {
                context.answer(JsonAnswer.of("job", null)
                        .with("ended", 0)
                        .with("strayed", 0)
                        .with("mayRun", List.of())
                        .with("failedHosts", List.of()));
            } else {
                context.say("nothing runs");
            }
            return;
        }
        JobSearch.Found found = sought.get();
        asked.newestIsKnown(context, found);
        List<Worker> running = found.survey().statuses().stream()
                .map(ProcessStatus::worker)
                .filter(worker -> worker.state() instanceof WorkerState.Running)
                .toList();
        // Also where nothing seems to run: a process may be about to start.
        GroupResult<Job.Ended> ended = found.job().end("by kill");
        List<Worker> left = ended.values().values().stream()
                .flatMap(each -> each.workers().stream())
                .filter(worker -> worker.state() instanceof WorkerState.Running)
                .toList();
        // No other host has told of these processes, as one does that is called by another name now.
        List<Host> unasked = found.missing().stream()
                .map(Member::host)
                .filter(host -> !hosts.hosts().contains(host))
                .distinct()
                .toList();
        List<Host> silent = Stream.of(
                        found.unreached().stream(), ended.failed().stream().map(Outcome::host), unasked.stream())
                .flatMap(each -> each)
                .toList();
        List<Worker> uncertain = Stream.concat(
                        left.stream(),
                        found.job().description().members().stream()
                                .filter(member -> silent.contains(member.host()))
                                .map(member -> Worker.of(member, new WorkerState.Running())))
                .toList();
        Set<String> still = uncertain.stream().map(Worker::name).collect(Collectors.toSet());
        // Of one that waits for room only the supervisor is there.
        Map<Boolean, Long> gone = running.stream()
                .filter(worker -> !still.contains(worker.name()))
                .collect(Collectors.partitioningBy(KillCommand::waits, Collectors.counting()));
        long count = Objects.requireNonNull(gone.get(false), "partitions are both there");
        long strayed =
                ended.values().values().stream().mapToLong(Job.Ended::strayed).sum();
        long waited = Objects.requireNonNull(gone.get(true), "partitions are both there");
        if (asked.on("json")) {
            context.answer(JsonAnswer.of(found.job().id())
                    .with("ended", count)
                    .with("strayed", strayed)
                    .with("mayRun", uncertain.stream().map(JsonAnswer::process).toList())
                    .failedHosts(found.asked(), ended));
        } else {
            context.say(found.job().id()
                    + (count > 0 || strayed > 0
                            ? ": ended " + ended(count, strayed)
                            : still.isEmpty() && waited == 0 ? ": nothing runs" : ": nothing was ended"));
            if (waited > 0) {
                context.say(found.job().id() + ": " + processes(waited)
                        + " that waited for room on the disk will not begin again");
            }
            uncertain.forEach(member -> context.say(found.job().id() + ": " + member + " may still run"));
        }
        ended.throwFailed();
        if (!left.isEmpty()) {
            throw new LaunchException(found.job().id() + ": " + left.getFirst() + " still runs after SIGKILL", left);
        }
        if (!unasked.isEmpty()) {
            throw new LaunchException(found.job().id() + ": "
                    + unasked.stream().map(Host::toString).collect(Collectors.joining(", "))
                    + (unasked.size() == 1
                            ? " was not asked, and is a host of it"
                            : " were not asked, and are hosts of it")
                    + "; name all of its hosts with -H");
        }
        if (running.isEmpty() && asked.job().isEmpty()) {
            context.tellOfOlder(search, "; end it with: jfab kill ");
        }
        List<Host> without = hosts.hosts().stream()
                .filter(host -> found.job().description().hosts().contains(host)
                        && !found.job().hosts().hosts().contains(host)
                        && !found.unreached().contains(host))
                .toList();
        if (!without.isEmpty()) {
            new Strays(new Group(without, hosts.connector()), search.rootDir())
                    .refuse(Optional.of(found.job().id()));
        }
        found.asked().throwFailed();
    }

    /** As {@link JobSearch#lookFor}; where its directory is gone from under processes of the job, it is refused with their numbers. */
    private static Optional<JobSearch.Found> lookFor(String job, JobSearch search) throws InterruptedException {
        try {
            return search.lookFor(job);
        } catch (LaunchException e) {
            if (JobId.looksLike(job)) {
                new Strays(search.hosts(), search.rootDir()).refuse(Optional.of(JobId.parse(job)));
            }
            throw e;
        }
    }

    private static String ended(long count, long strayed) {
        String apart = processes(strayed) + (strayed == 1 ? " in a session of its own" : " in sessions of their own");
        return strayed == 0 ? processes(count) : count == 0 ? apart : processes(count) + " and " + apart;
    }

    private static boolean waits(Worker worker) {
        return worker.state() instanceof WorkerState.Running running && running.hold() == WorkerState.Hold.ROOM;
    }

    private static String processes(long count) {
        return count + (count == 1 ? " process" : " processes");
    }
}
