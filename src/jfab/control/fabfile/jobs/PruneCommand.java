package jfab.control.fabfile.jobs;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import jfab.control.connection.Group;
import jfab.control.launch.Holdings;
import jfab.control.launch.Holdings.Item;
import jfab.control.launch.Holdings.OfEngine;
import jfab.control.launch.Holdings.OfJob;
import jfab.control.launch.JobId;
import jfab.control.task.Parameter;
import jfab.control.task.Takes;
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
        return "Remove the directories of jobs that ended long ago, and engines that no job uses; never a job that runs";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                JobParameter.flag("older_than", "30d", "Only jobs that ended longer ago: 36h, 30d"),
                JobParameter.flag("keep", 0, "The newest N jobs stay in any case"),
                new Parameter(
                        "show",
                        ValueType.Plain.TEXT,
                        Takes.NOTHING,
                        0,
                        false,
                        false,
                        'n',
                        "Only show what would go; hosts are asked, unlike by -n before the task"));
    }

    @Override
    public void run(JobDesk desk, Group hosts, List<@Nullable Object> arguments) throws InterruptedException {
        Asked asked = new Asked(this, arguments);
        Duration age = asked.span("older_than");
        int keep = asked.number("keep", 0);
        Holdings holdings = Holdings.on(hosts, desk.cluster().get().rootDir());
        // Whether a job runs is known only when all its hosts have been asked.
        Set<JobId> uncertain = holdings.uncertain(holdings.superfluous(age, keep, Set.of()));
        uncertain.forEach(id -> desk.say(id + " stays: it may run on a host that cannot be reached"));
        List<Item> gone = holdings.superfluous(age, keep, uncertain);
        gone.forEach(item -> desk.say(line(item)));
        if (!asked.on("show")) {
            holdings.remove(gone);
        }
        long megabytes = gone.stream().mapToLong(Item::kilobytes).sum() / 1024;
        desk.say((asked.on("show") ? "would free " : "freed ") + megabytes + " MB");
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
