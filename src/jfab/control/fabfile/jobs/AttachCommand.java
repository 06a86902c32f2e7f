package jfab.control.fabfile.jobs;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import jfab.control.connection.Group;
import jfab.control.connection.command.AtShutdown;
import jfab.control.launch.JobLogs;
import jfab.control.launch.JobSearch;
import jfab.control.launch.LastLine;
import jfab.control.launch.LineRule;
import jfab.control.task.TaskParameter;
import jfab.control.watch.Stillness;
import org.jspecify.annotations.Nullable;

/** {@code jfab attach}. */
final class AttachCommand implements JobCommand {
    @Override
    public String name() {
        return "attach";
    }

    @Override
    public String description() {
        return "Follow all processes of the newest job, or of JOB, until it ends, with its exit code; Ctrl-C leaves it alone";
    }

    @Override
    public List<TaskParameter> parameters() {
        return List.of(
                JobParameter.job(),
                JobParameter.flag("lines", 10, "How many lines of each log are shown first"),
                JobParameter.flag(
                        "silent", 120, "After how many seconds without a new line it is said which trainer hangs"));
    }

    @Override
    public void run(JobContext context, Group hosts, List<@Nullable Object> arguments) throws InterruptedException {
        JobArguments asked = new JobArguments(this, arguments);
        int lines = asked.number("lines", 0);
        Duration silence = Duration.ofSeconds(asked.number("silent", 1));
        LastLine shown = new LastLine(context.listener());
        JobSearch search = new JobContext(context.cluster(), shown, context.answer()).search(hosts);
        JobSearch.Found found = search.find(asked.job());
        String id = found.job().id().toString();
        try (Stillness _ = new Stillness(found.job(), shown, silence);
                AtShutdown _ = found.job().followed()) {
            Arrival arrival = context.arrival(search);
            found = arrival.of(found);
            new JobLogs(found, Optional.empty(), Optional.empty()).follow(lines, LineRule.ALL, arrival.late());
        } catch (InterruptedException e) {
            context.listener().notice(found.job().goesOn());
            throw e;
        }
        new JobEnd(context, search.find(id)).tell(found.survey().run());
    }
}
