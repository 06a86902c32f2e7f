package jfab.control.fabfile.jobs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jfab.control.bundle.Installation;
import jfab.control.connection.Group;
import jfab.control.connection.host.Allocation;
import jfab.control.launch.Job;
import jfab.control.launch.start.ClusterTraining;
import jfab.control.launch.start.Payload;
import jfab.control.task.Arity;
import jfab.control.task.TaskParameter;
import jfab.control.task.ValueType;
import jfab.control.watch.Stillness;
import org.jspecify.annotations.Nullable;

/** {@code jfab cluster-train}, in place of version 1's {@code paddle.py}. */
final class ClusterTrain implements JobCommand {
    @Override
    public String name() {
        return "cluster-train";
    }

    @Override
    public String description() {
        return """
            Train on the cluster: start servers and trainers, follow them to the end

            All other flags go to the processes as they are, behind --pserver.NAME or --trainer.NAME to those of one role.
            Ctrl-C ends the job.\
            """;
    }

    @Override
    public boolean worksDry() {
        return true;
    }

    @Override
    public List<TaskParameter> parameters() {
        return List.of(
                text("job_dispatch_package", 'p', "local folder that is sent to all hosts to work in"),
                text("job_workspace", 'j', "directory to work in that all hosts have already"),
                JobParameter.flag("detach", false, "leave the job running once it has started"),
                JsonAnswer.flag(),
                JobParameter.flag(
                        "preflight", false, "first measure how fast the hosts send to each other, and name a slow one"),
                new TaskParameter(
                        "flags",
                        ValueType.Plain.TEXT,
                        Arity.FLAGS,
                        0,
                        false,
                        List.of(),
                        null,
                        "go to the processes: --config=trainer_config.groovy --num_passes=10"));
    }

    private static TaskParameter text(String name, char letter, String help) {
        return new TaskParameter(name, ValueType.Plain.TEXT, Arity.VALUE, 0, false, "", letter, help);
    }

    @Override
    public void run(JobContext context, Group hosts, List<@Nullable Object> arguments) throws InterruptedException {
        JobArguments asked = new JobArguments(this, arguments);
        if (asked.on("detach") && Allocation.ofThisProcess().isPresent()) {
            throw asked.mistake("--detach: Slurm ends a job's processes with its allocation, so inside one jfab stays;"
                    + " sbatch runs it without a terminal");
        }
        if (asked.on("json") && !asked.on("detach")) {
            throw asked.mistake("--json takes --detach: the lines of a job that is followed are no JSON");
        }
        Payload payload = payload(asked);
        List<String> flags = arguments.getLast() instanceof List<?> words
                ? words.stream().map(String::valueOf).toList()
                : List.of();
        ClusterTraining training =
                new ClusterTraining(context.cluster().get(), Installation.ofThisProgram()::engine, context.listener());
        if (hosts.connector().dry()) {
            if (asked.on("preflight")) {
                context.say("would measure how fast the hosts send to each other");
            }
            training.plan(hosts, payload, flags).forEach(context::say);
            return;
        }
        Job job = training.start(hosts, payload, flags, asked.on("preflight"));
        if (asked.on("json")) {
            context.answer(JsonAnswer.of(job.id())
                    .with(
                            "processes",
                            job.description().members().stream()
                                    .map(JsonAnswer::process)
                                    .toList()));
            return;
        }
        context.say(job.id() + " runs");
        if (asked.on("detach")) {
            context.listener()
                    .notice("it goes on by itself; see it with: jfab watch " + job.id() + "; end it with: jfab kill "
                            + job.id());
            return;
        }
        Stillness.follow(job);
        context.say(job.id() + " is done");
    }

    private static Payload payload(JobArguments asked) {
        String dispatched = asked.text("job_dispatch_package");
        String deployed = asked.text("job_workspace");
        if (dispatched.isEmpty() == deployed.isEmpty()) {
            throw asked.mistake((dispatched.isEmpty() ? "it takes one of" : "it takes only one of")
                    + " --job-dispatch-package=DIR, a local folder, and --job-workspace=DIR, which the hosts"
                    + " have already");
        }
        if (deployed.isEmpty() && !Files.isDirectory(Path.of(dispatched))) {
            throw asked.mistake(
                    "--job-dispatch-package takes a local folder, and there is no folder '" + dispatched + "'");
        }
        return dispatched.isEmpty() ? new Payload.Deployed(deployed) : new Payload.Folder(Path.of(dispatched));
    }
}
