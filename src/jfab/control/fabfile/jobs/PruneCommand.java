package jfab.control.fabfile.jobs;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import jfab.control.connection.Group;
import jfab.control.connection.GroupResult;
import jfab.control.launch.DiskUsage;
import jfab.control.launch.DiskUsage.Item;
import jfab.control.launch.DiskUsage.OfEngine;
import jfab.control.launch.DiskUsage.OfJob;
import jfab.control.launch.JobId;
import jfab.control.task.Arity;
import jfab.control.task.TaskParameter;
import jfab.control.task.ValueType;
import org.jspecify.annotations.Nullable;

/** {@code jfab prune}. */
final class PruneCommand implements JobCommand {
    @Override
    public String name() {
        return "prune";
    }

    @Override
    public String description() {
        return "Remove the directories of jobs that ended long ago, and engines that no job uses and that came an hour ago or earlier; never a job that runs";
    }

    @Override
    public List<TaskParameter> parameters() {
        return List.of(
                JobParameter.flag("older_than", "30d", "Only jobs that ended longer ago: 36h, 30d"),
                JobParameter.flag("keep", 0, "The newest N jobs stay in any case"),
                new TaskParameter(
                        "show",
                        ValueType.Plain.TEXT,
                        Arity.NOTHING,
                        0,
                        false,
                        false,
                        'n',
                        "Only show what would go; hosts are asked, unlike by -n before the task"),
                JsonAnswer.flag());
    }

    @Override
    public void run(JobContext context, Group hosts, List<@Nullable Object> arguments) throws InterruptedException {
        JobArguments asked = new JobArguments(this, arguments);
        Duration age = asked.span("older_than");
        int keep = asked.number("keep", 0);
        DiskUsage holdings = DiskUsage.on(hosts, context.cluster().get().rootDir());
        // Whether a job runs is known only when all its hosts have been asked.
        Set<JobId> uncertain = holdings.uncertain(holdings.superfluous(age, keep, Set.of()));
        boolean json = asked.on("json");
        if (!json) {
            uncertain.forEach(id -> context.say(id + " stays: it may run on a host of it that was not reached"));
        }
        List<Item> superfluous = holdings.superfluous(age, keep, uncertain);
        DiskUsage.Removal removal = asked.on("show")
                ? new DiskUsage.Removal(superfluous, new GroupResult<>(List.of()))
                : holdings.remove(superfluous);
        List<Item> gone = removal.gone();
        if (!json) {
            gone.forEach(item -> context.say(line(item)));
        }
        if (json) {
            context.answer(JsonAnswer.of("removed", !asked.on("show"))
                    .with("items", gone.stream().map(JsonAnswer::item).toList())
                    .with("uncertain", uncertain.stream().map(JobId::toString).toList())
                    .failedHosts(holdings.asked(), removal.result()));
            removal.result().throwFailed();
            holdings.asked().throwFailed();
            return;
        }
        long megabytes = gone.stream().mapToLong(Item::kilobytes).sum() / 1024;
        context.say((asked.on("show") ? "would free " : "freed ") + megabytes + " MB");
        removal.result().throwFailed();
        holdings.asked().throwFailed();
    }

    private static String line(Item item) {
        String what = switch (item) {
            case OfJob job -> job.id() + ", idle for " + job.idle().toDays() + " days";
            case OfEngine engine -> "engine " + engine.digest();
        };
        return item.host() + ": " + what + ", " + item.kilobytes() / 1024 + " MB";
    }
}
