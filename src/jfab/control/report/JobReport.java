package jfab.control.report;

import java.util.List;
import java.util.SequencedMap;
import jfab.control.observe.JobPicture;

/**
 * All that a report tells of a job.
 *
 * @param cause why the job failed, and then the last lines of the log that tell it; empty where it has not
 * @param staleness what the servers said at the end of who trained on how old values, a sentence per trainer
 * @param configuration of the job, by name
 */
public record JobReport(
        JobPicture picture,
        List<String> cause,
        List<String> staleness,
        SequencedMap<String, String> configuration,
        String description) {
    public JobReport {
        cause = List.copyOf(cause);
        staleness = List.copyOf(staleness);
    }
}
