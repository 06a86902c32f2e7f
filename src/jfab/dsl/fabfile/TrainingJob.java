package jfab.dsl.fabfile;

import java.nio.file.Path;
import java.util.List;
import jfab.launch.Fetch;
import jfab.launch.Job;
import jfab.launch.LaunchListener;
import jfab.launch.Watch;
import jfab.launch.Worker;

/** A training job as task bodies see it. */
public final class TrainingJob {
    private final Job job;
    private final LaunchListener listener;

    TrainingJob(Job job, LaunchListener listener) {
        this.job = job;
        this.listener = listener;
    }

    /** The job's name, which is also its directory on the hosts. */
    public String id() {
        return job.id().toString();
    }

    /** The job's processes with host, role, pid and state. */
    public List<Worker> status() throws InterruptedException {
        return job.status();
    }

    /**
     * Shows the trainers' output until the job ends. When a process fails, or this is interrupted, the job is ended.
     *
     * @throws jfab.launch.LaunchException naming the process that failed first
     */
    public void follow() throws InterruptedException {
        try {
            new Watch(job).untilEnd();
        } catch (InterruptedException e) {
            listener.notice(id() + ": interrupted; ending the job");
            job.kill();
            throw e;
        }
    }

    /** Shows the last {@code lines} lines of the trainers' logs. */
    public void tail(int lines) throws InterruptedException {
        job.tail(lines);
    }

    /** Shows the trainers' logs from their begin until the trainers end; the job is left alone. */
    public void show() throws InterruptedException {
        new Watch(job).trainers();
    }

    /** Ends the job's processes, and nothing else; gives their states. */
    public List<Worker> kill() throws InterruptedException {
        return job.kill();
    }

    /** Brings logs and models of all hosts into a folder of the job's name below {@code folder}; gives its path. */
    public Path fetch(String folder) throws InterruptedException {
        return new Fetch(job).into(Path.of(folder));
    }
}
