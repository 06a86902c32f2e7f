package jfab.dsl.fabfile.jobs;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import jfab.connection.Group;
import jfab.launch.Job;
import jfab.launch.JobId;
import jfab.task.Parameter;
import org.jspecify.annotations.Nullable;

/** {@code jfab jobs}. */
final class JobsCommand implements JobCommand {
    @Override
    public String name() {
        return "jobs";
    }

    @Override
    public String description() {
        return "Show the jobs on the cluster's hosts, the newest last";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of();
    }

    @Override
    public void run(JobDesk desk, Group hosts, List<@Nullable Object> arguments) throws InterruptedException {
        Set<JobId> jobs = new TreeSet<>(Job.ids(hosts, desk.cluster().get().rootDir()));
        jobs.forEach(job -> desk.say(job.toString()));
    }
}
