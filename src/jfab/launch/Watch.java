package jfab.launch;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** Shows the trainers' logs while a job runs, and ends the whole job when one of its processes fails. */
public final class Watch {
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
        Optional<Worker> failed =
                job.status().stream().filter(worker -> worker.state().failed()).findFirst();
        if (failed.isPresent()) {
            throw new Inquest(job).failure(failed.get());
        }
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
