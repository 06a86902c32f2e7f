package jfab.control.fabfile.jobs;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import jfab.control.launch.JobId;
import jfab.control.launch.JobSearch;
import jfab.control.launch.LaunchException;
import jfab.control.launch.Survey;

/**
 * Waits for jobs that are on their way to their hosts, which do not know yet what processes they will have.
 *
 * @param started how long servers may take until they listen
 * @param patience how long the way may take
 */
record Arrival(JobSearch search, Duration started, Duration patience) {
    /** An engine goes to many hosts over one line. */
    static final Duration PATIENCE = Duration.ofMinutes(13);

    /** What lies between servers that listen and trainers: two requests to each host. */
    private static final Duration MEANWHILE = Duration.ofMinutes(2);

    private static final Duration EVERY = Duration.ofSeconds(1);

    Arrival(JobSearch search, Duration started) {
        this(search, started, PATIENCE);
    }

    /** Whether nothing has happened to a job of which nothing runs for longer than its way may take. */
    static boolean isOver(Survey survey) {
        return survey.since()
                .filter(last -> last.isAfter(Instant.now().minus(PATIENCE)))
                .isEmpty();
    }

    /** How long the processes of a job may take to begin once its hosts know of them. */
    Duration late() {
        return started.plus(MEANWHILE);
    }

    /**
     * The same job when its hosts know what processes it has, or as it is when the patience is over.
     *
     * @throws LaunchException when it is gone: something failed on its way
     */
    JobSearch.Found of(JobSearch.Found found) throws InterruptedException {
        if (arrived(found)) {
            return found;
        }
        JobId id = found.job().id();
        search.listener().notice(id + ": none of its processes has begun; waiting for them");
        long begun = System.nanoTime();
        JobSearch.Found now = found;
        while (!arrived(now) && System.nanoTime() - begun < patience.toNanos()) {
            TimeUnit.NANOSECONDS.sleep(EVERY.toNanos());
            now = again(id);
        }
        return now;
    }

    private static boolean arrived(JobSearch.Found found) {
        return !found.job().description().members().isEmpty()
                || !found.survey().statuses().isEmpty();
    }

    private JobSearch.Found again(JobId id) throws InterruptedException {
        try {
            return search.find(id.toString());
        } catch (LaunchException e) {
            LaunchException gone = new LaunchException(id + " is gone: it was given up before any process of it began");
            gone.initCause(e);
            throw gone;
        }
    }
}
