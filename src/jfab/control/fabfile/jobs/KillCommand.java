package jfab.control.fabfile.jobs;

import java.util.List;
import java.util.Optional;
import jfab.control.connection.Group;
import jfab.control.connection.GroupResult;
import jfab.control.connection.host.Host;
import jfab.control.launch.JobSearch;
import jfab.control.launch.Member;
import jfab.control.launch.Strays;
import jfab.control.launch.Survey;
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
    public void run(JobContext desk, Group hosts, List<@Nullable Object> arguments) throws InterruptedException {
        JobSearch search = desk.search(hosts);
        JobArguments asked = new JobArguments(this, arguments);
        Optional<JobSearch.Found> sought = search.lookFor(asked.job());
        if (sought.isEmpty()) {
            new Strays(hosts, search.rootDir()).refuse(Optional.empty());
            if (asked.on("json")) {
                desk.answer(JsonAnswer.of("job", null)
                        .with("ended", 0)
                        .with("mayRun", List.of())
                        .with("failedHosts", List.of()));
            } else {
                desk.say("nothing runs");
            }
            return;
        }
        JobSearch.Found found = sought.get();
        asked.newestIsKnown(desk, found);
        long running = found.survey().count(WorkerState.Running.class);
        // Also where nothing seems to run: a process may be about to start.
        GroupResult<List<Worker>> ended = found.job().end("by kill");
        List<Member> uncertain = found.job().description().members().stream()
                .filter(member -> found.unreached().contains(member.host()))
                .toList();
        if (asked.on("json")) {
            desk.answer(JsonAnswer.of(found.job().id())
                    .with("ended", running)
                    .with("mayRun", uncertain.stream().map(JsonAnswer::process).toList())
                    .failedHosts(found.asked(), ended));
        } else {
            desk.say(found.job().id()
                    + (running == 0
                            ? ": nothing runs"
                            : ": ended " + running + (running == 1 ? " process" : " processes")));
            uncertain.forEach(member -> desk.say(found.job().id() + ": " + member + " may still run"));
        }
        ended.throwFailed();
        if (running == 0 && asked.job().isEmpty()) {
            search.all().jobs().stream()
                    .filter(Survey::runs)
                    .forEach(older -> desk.listener()
                            .notice(older.id() + " is older, and runs; end it with: jfab kill " + older.id()));
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
}
