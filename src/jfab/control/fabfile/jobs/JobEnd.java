package jfab.control.fabfile.jobs;

import java.util.Optional;
import jfab.control.launch.Diagnosis;
import jfab.control.launch.JobId;
import jfab.control.launch.JobSearch;
import jfab.control.launch.LaunchException;
import jfab.control.launch.Survey;

/** How a job that somebody has looked at until it ended has ended. */
record JobEnd(JobContext context, JobSearch.Found ended) {
    /**
     * Tells it.
     *
     * @param run the one that was looked at, as {@link Survey#run} counts them
     * @throws LaunchException with the exit code of the process that failed first, when the job has failed; with another than 0 where it
     *     has been begun again since
     */
    void tell(int run) throws InterruptedException {
        Optional<LaunchException> restarted = ended.survey().restartedSince(run);
        if (restarted.isPresent()) {
            throw restarted.get();
        }
        String id = ended.job().id().toString();
        Optional<Diagnosis> diagnosis = ended.diagnosis();
        context.say(id + " " + ended.survey().state());
        if (diagnosis.isPresent()) {
            if (!ended.survey().complete()) {
                context.say(diagnosis.get().sentence());
            }
            diagnosis.get().lines().forEach(line -> context.say("    " + line));
            if (!diagnosis.get().followers().isEmpty()) {
                context.say(diagnosis.get().followers());
            }
        }
        orThrow(diagnosis);
    }

    /** As {@link #tell} where that has been told. */
    void orThrow() throws InterruptedException {
        orThrow(ended.diagnosis());
    }

    /** Where not all of a job's hosts were asked: what failed first, and with which code, may be known to another one. */
    static LaunchException unasked(JobId id) {
        return new LaunchException(id + ": not all of its hosts were asked, so its exit code is not known");
    }

    private void orThrow(Optional<Diagnosis> diagnosis) {
        // While not all is known of it, it has no exit code of its own.
        if (!ended.survey().complete()) {
            ended.orThrow();
            throw unasked(ended.job().id());
        }
        if (diagnosis.isPresent()) {
            throw diagnosis.get().exception();
        }
        ended.orThrow();
        if (ended.survey().failed() > 0) {
            JobId id = ended.job().id();
            throw ended.survey().state().equals(Survey.KILLED)
                    ? LaunchException.killed(id)
                    : new LaunchException(id + " failed, and its hosts do not say by what");
        }
    }
}
