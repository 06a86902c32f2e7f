package jfab.dsl.fabfile.jobs;

import java.time.Duration;
import java.util.List;
import jfab.connection.Group;
import jfab.launch.Job;
import jfab.task.Parameter;
import jfab.task.TaskException;
import jfab.watch.Watcher;
import org.jspecify.annotations.Nullable;

/** {@code jfab watch}. */
final class WatchCommand implements JobCommand {
    @Override
    public String name() {
        return "watch";
    }

    @Override
    public String description() {
        return "Show live how the newest job, or JOB, is doing: hosts, ranks, loss, events; the job is left alone";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                JobParameter.job(),
                JobParameter.flag("every", 2, "How many seconds lie between two pictures"),
                JobParameter.flag("once", false, "Print one picture and end"));
    }

    @Override
    public void run(JobDesk desk, Group hosts, List<@Nullable Object> arguments) throws InterruptedException {
        int every = ((Number) arguments.get(1)).intValue();
        if (every < 1) {
            throw new TaskException("watch: --every takes a number of seconds from 1, not " + every);
        }
        Job job = desk.job(String.valueOf(arguments.getFirst()), hosts);
        Watcher watcher = new Watcher(job, Duration.ofSeconds(every), desk::say);
        if (Boolean.TRUE.equals(arguments.get(2))) {
            watcher.once();
        } else {
            watcher.untilEnd();
        }
    }
}
