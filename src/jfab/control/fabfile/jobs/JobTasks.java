package jfab.control.fabfile.jobs;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import jfab.control.hosts.HostSource;
import jfab.control.launch.LaunchException;
import jfab.control.task.Body;
import jfab.control.task.Task;

/** The commands about jobs, as tasks. */
public final class JobTasks {
    private static final JobCommand CLUSTER_TRAIN = new ClusterTrain();

    /** Those about jobs that there are, in the order of {@code jfab --list}. */
    private static final List<JobCommand> COMMANDS = List.of(
            new JobsCommand(),
            new StatusCommand(),
            new WatchCommand(),
            new AttachCommand(),
            new TailLogCommand(),
            new KillCommand(),
            new FetchCommand(),
            new RestartCommand(),
            new ReportCommand(),
            new PruneCommand(),
            new ExportCommand());

    private JobTasks() {}

    /** The blocks of a fabfile that would bring the task {@code name}, as a sentence names them. */
    public static Optional<String> broughtBy(String name) {
        return commands()
                .filter(command -> command.name().equals(Task.dashed(name)))
                .findFirst()
                .map(command -> command instanceof ClusterTrain ? "a cluster block" : "a training or a cluster block");
    }

    /**
     * The tasks of a fabfile whose cluster is {@code hosts}; where these are empty, they run on the fabfile's.
     */
    public static List<Task> ofCluster(JobContext context, List<HostSource> hosts) {
        return commands().map(command -> task(command, context, hosts)).toList();
    }

    /** The tasks of a fabfile that starts its jobs by tasks of its own. */
    public static List<Task> ofTraining(JobContext context) {
        return COMMANDS.stream()
                .map(command -> task(command, context, List.of()))
                .toList();
    }

    private static Stream<JobCommand> commands() {
        return Stream.concat(Stream.of(CLUSTER_TRAIN), COMMANDS.stream());
    }

    private static Task task(JobCommand command, JobContext context, List<HostSource> hosts) {
        Body.AllHosts body = (group, arguments) -> {
            if (group.connector().dry() && !command.worksDry()) {
                context.listener()
                        .notice("a dry run asks no host, and only they know what '" + command.name() + "' would find"
                                + (command instanceof PruneCommand ? "; jfab prune --show asks them" : ""));
            } else {
                try {
                    command.run(context, group, arguments);
                } catch (LaunchException e) {
                    throw e.in(context.listener()::advising);
                }
            }
            return null;
        };
        return new Task(command.name(), command.description(), command.parameters(), List.of(), hosts, body);
    }
}
