package jfab.control.fabfile.jobs;

import java.util.List;
import jfab.control.connection.Group;
import jfab.control.launch.JobSearch;
import jfab.control.launch.start.Revival;
import jfab.control.task.TaskParameter;
import org.jspecify.annotations.Nullable;

/** {@code jfab restart}. */
final class RestartCommand implements JobCommand {
    @Override
    public String name() {
        return "restart";
    }

    @Override
    public String description() {
        return "Begin the newest job, or JOB, again where it was, with --from-checkpoint, and with the program as it was sent at the start; refused while any of it runs, and where the newest has ended well";
    }

    @Override
    public List<TaskParameter> parameters() {
        return List.of(
                JobParameter.job(),
                JobParameter.flag(
                        "from_checkpoint", false, "From its last checkpoint, which JFAB_CHECKPOINT_DIR holds"),
                JsonAnswer.flag());
    }

    @Override
    public void run(JobContext context, Group hosts, List<@Nullable Object> arguments) throws InterruptedException {
        JobArguments asked = new JobArguments(this, arguments);
        if (!asked.on("from_checkpoint")) {
            throw asked.mistake("it goes on from a checkpoint; say so with --from-checkpoint,"
                    + " or begin a new job with cluster-train");
        }
        JobSearch.Found found = context.search(hosts).find(asked.job());
        asked.newestIsKnown(context, found);
        if (asked.job().isEmpty() && found.survey().state().equals("ended")) {
            throw asked.mistake(
                    found.job().id() + ", the newest job, has ended well and has nothing left to do; name it"
                            + " if its program has changed so that it has");
        }
        new Revival(found, context.cluster().get().limits().start()).fromCheckpoint();
        String id = found.job().id().toString();
        if (asked.on("json")) {
            context.answer(JsonAnswer.of(found.job().id()));
            return;
        }
        context.say(id
                + " goes on from its last checkpoint, or from the start where it had none yet; follow it with: jfab attach "
                + id);
    }
}
