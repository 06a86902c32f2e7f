package jfab.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jfab.role.Role;

/**
 * The processes of a job that is about to start.
 *
 * @param engines the engine's directory on each host, in the order of the hosts
 * @param flags the training program's own flags
 */
record Processes(Job job, TrainingSpec spec, List<String> engines, List<String> flags, LaunchListener listener) {
    /** What a parameter server prints when trainers may come. */
    static final String LISTENING = "Server listening on ";

    /** Starts the servers, waits until every one listens, starts the trainers. */
    void start() throws InterruptedException {
        job.onAll(node -> startServer(node, job.rankOf(node.host()))).orThrow();
        listener.notice(job.id() + ": parameter servers listen on "
                + String.join(
                        ", ",
                        cluster().endpoints().stream().map(Object::toString).toList()));
        job.onAll(node -> start(node, Role.TRAINER, job.rankOf(node.host()), "log/train.log"))
                .orThrow();
    }

    private Worker startServer(Node node, int rank) {
        Worker server = start(node, Role.PSERVER, rank, "log/server.log");
        if (!node.ready(job.id(), server.name(), spec.startLimit(), LISTENING)) {
            Worker now = node.status(job.id()).stream()
                    .filter(worker -> worker.name().equals(server.name()))
                    .findFirst()
                    .orElse(server);
            throw Cause.of(
                    node,
                    job.id(),
                    now,
                    "did not listen within " + spec.startLimit().toSeconds() + " s");
        }
        return server;
    }

    private Worker start(Node node, Role role, int rank, String log) {
        List<String> argv = new ArrayList<>(List.of("env"));
        environment().forEach((name, value) -> argv.add(name + "=" + value));
        argv.add(engines.get(rank) + "/bin/train");
        argv.add(String.valueOf(spec.program().getFileName()));
        argv.addAll(cluster().role(role, rank).arguments());
        argv.addAll(flags);
        long pid = node.start(job.id(), Worker.nameOf(role, rank), log, argv);
        return new Worker(node.host(), role, rank, pid, new WorkerState.Running());
    }

    private Map<String, String> environment() {
        Map<String, String> environment = new TreeMap<>(spec.environment());
        environment.putIfAbsent("GLOG_log_dir", "./log");
        return environment;
    }

    private Cluster cluster() {
        return Cluster.of(job.hosts().hosts(), spec.port());
    }
}
