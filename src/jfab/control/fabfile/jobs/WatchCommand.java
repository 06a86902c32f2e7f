package jfab.control.fabfile.jobs;

import java.time.Duration;
import java.util.List;
import jfab.control.connection.Group;
import jfab.control.launch.JobSearch;
import jfab.control.task.TaskParameter;
import jfab.control.watch.Watcher;
import org.jspecify.annotations.Nullable;

/** {@code jfab watch}. */
final class WatchCommand implements JobCommand {
    @Override
    public String name() {
        return "watch";
    }

    @Override
    public String description() {
        return "Show live how the newest job, or JOB, is doing: hosts, ranks, loss, events; ends with it and with its exit code, and leaves it alone";
    }

    @Override
    public List<TaskParameter> parameters() {
        return List.of(
                JobParameter.job(),
                JobParameter.flag("every", 2, "How many seconds lie between two pictures"),
                JobParameter.flag("once", false, "Print one picture and end"));
    }

    @Override
    public void run(JobContext context, Group hosts, List<@Nullable Object> arguments) throws InterruptedException {
        JobArguments asked = new JobArguments(this, arguments);
        Duration every = Duration.ofSeconds(asked.number("every", 1));
        JobSearch search = context.search(hosts);
        JobSearch.Found found = search.find(asked.job());
        int run = found.survey().run();
        Watcher watcher = new Watcher(found.everywhere(), every, context::say);
        if (asked.on("once")) {
            watcher.once();
            found.asked().throwFailed();
        } else if (watcher.untilEnd(run)) {
            new JobEnd(context, search.find(found.job().id().toString())).tell(run);
        }
    }
}
