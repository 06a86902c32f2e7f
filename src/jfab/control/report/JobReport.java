package jfab.control.report;

import java.util.List;
import java.util.SequencedMap;
import jfab.control.observe.JobPicture;

/**
 * All that a report tells of a job.
 *
 * @param staleness what the servers said at the end of who trained on how old values, a sentence per trainer
 * @param configuration of the job, by name
 */
public record JobReport(
        JobPicture picture, List<String> staleness, SequencedMap<String, String> configuration, String description) {
    public JobReport {
        staleness = List.copyOf(staleness);
    }
}
