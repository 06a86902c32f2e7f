package jfab.launch;

import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import jfab.role.ExitCode;

/** Shows the trainers' logs while a job runs, and ends the whole job when one of its processes fails. */
public final class Watch {
    private static final int TERMINATED = 143;
    private static final int KILLED = 137;

    private final Job job;
    private final AtomicBoolean stopping = new AtomicBoolean();

    public Watch(Job job) {
        this.job = job;
    }

    /**
     * Returns when every process of the job has ended by itself with exit code 0.
     *
     * @throws LaunchException naming the process that failed first, when the rest has been ended
     */
    public void untilEnd() throws InterruptedException {
        job.forAll(this::follow).orThrow();
        List<Worker> failed = job.status().stream()
                .filter(worker -> worker.state().failed())
                .sorted(Comparator.comparing(Watch::isConsequence))
                .toList();
        if (!failed.isEmpty()) {
            Worker first = failed.getFirst();
            job.on(first.host(), node -> {
                throw Cause.of(node, job.id(), first, "still runs");
            });
        }
    }

    /** Whether a process ended because another one did: told so by it, or ended by {@link #stopTheRest}. */
    private static boolean isConsequence(Worker worker) {
        return worker.state() instanceof WorkerState.Exited(int code)
                && (code == ExitCode.ABORTED || code == TERMINATED || code == KILLED);
    }

    /** Shows the trainers' logs until they end, and does nothing about how they end. */
    public void trainers() throws InterruptedException {
        job.forAll(this::showTrainers).orThrow();
    }

    private void showTrainers(Node node) {
        for (String trainer : node.trainers(job.id())) {
            node.follow(job.id(), trainer, line -> job.show(node, line));
        }
    }

    private void follow(Node node) {
        showTrainers(node);
        if (anyFailed(node)) {
            stopTheRest();
        }
        for (Worker worker : node.status(job.id())) {
            node.follow(job.id(), worker.name(), line -> {});
        }
        if (anyFailed(node)) {
            stopTheRest();
        }
    }

    private boolean anyFailed(Node node) {
        return node.status(job.id()).stream().anyMatch(worker -> worker.state().failed());
    }

    private void stopTheRest() {
        if (stopping.compareAndSet(false, true)) {
            job.listener().notice(job.id() + ": a process failed; ending the others");
            try {
                job.kill();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
