package jfab.control.observe;

import java.time.Duration;
import jfab.control.connection.host.Host;
import jfab.control.launch.Job;

/**
 * Has one host tell how a job goes, until it is interrupted.
 *
 * @param told is called when the log has something new to show
 */
record HostObserver(Job job, Host host, Duration period, int keep, HostLog log, Runnable told) implements Runnable {
    private static final Duration AGAIN = Duration.ofSeconds(2);

    @Override
    public void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                // A failure is shown as a host that is not reached, for as long as it lasts.
                if (!job.observe(host, period, keep, log.hearsLogs(), log.offsets(), this::line)) {
                    log.lost();
                    told.run();
                    if (log.refused().isPresent()) {
                        job.listener().notice(log.refused().get());
                        return;
                    }
                    Thread.sleep(AGAIN);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void line(String line) {
        ObservedLine told;
        try {
            told = ObservedLine.parse(host, line);
        } catch (IllegalArgumentException e) {
            // Cut where the line to the host broke.
            return;
        }
        log.add(told);
        if (told instanceof ObservedLine.End) {
            this.told.run();
        }
    }
}
