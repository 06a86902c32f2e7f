package jfab.control.launch;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import jfab.control.connection.GroupResult;

/**
 * Ends a job on all its hosts at the same time, with one request to each.
 *
 * <p>No server ends before the trainers of all hosts have, so that these can finish a step and keep a checkpoint. A host
 * that does not answer is not waited for longer than its trainers may take.
 */
final class Ending {
    private static final Duration SLACK = Duration.ofSeconds(6);

    private final Job job;
    private final Duration grace;
    private final String why;
    private final OptionalInt run;
    private final CountDownLatch trainers;
    private final long deadline;

    /** The end of {@code job}, or of its run {@code run} alone; {@code why} is what its events say of it. */
    Ending(Job job, Duration grace, String why, OptionalInt run) {
        this.job = job;
        this.grace = grace;
        this.why = why;
        this.run = run;
        this.trainers = new CountDownLatch(job.hosts().hosts().size());
        this.deadline = System.nanoTime() + grace.plus(SLACK).toNanos();
    }

    GroupResult<Job.Ended> onAll() throws InterruptedException {
        return job.atOnce(this::on);
    }

    private Job.Ended on(Node node) {
        CountDownLatch here = new CountDownLatch(1);
        Runnable once = () -> {
            synchronized (here) {
                if (here.getCount() > 0) {
                    here.countDown();
                    trainers.countDown();
                }
            }
        };
        try {
            Job.Ended ended = node.kill(job.id(), grace, why, run, once, new Gate());
            if (ended.strayed() > 0) {
                tell(node, ended.strayed());
            }
            return ended;
        } finally {
            once.run();
        }
    }

    private void tell(Node node, int strayed) {
        job.listener()
                .notice(job.id() + ": on " + node.host() + ", ended " + strayed
                        + (strayed == 1 ? " process" : " processes")
                        + " that these had started in sessions of their own");
    }

    /** A stream that ends when the trainers of all hosts have ended, or should have. */
    private final class Gate extends InputStream {
        @Override
        public int read() throws IOException {
            try {
                for (boolean all = false; !all && System.nanoTime() < deadline; ) {
                    all = trainers.await(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return -1;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            return read();
        }
    }
}
