package jfab.control.launch;

import java.util.List;
import java.util.Optional;
import jfab.JfabException;
import jfab.control.connection.Group;
import jfab.role.Role;

/** Finds out, on all hosts of a job, which of its processes failed first. It is one in its first run. */
public record FailureSearch(Job job) {
    /** As {@link Survey#run} counts them. */
    static final int FIRST_RUN = 0;

    /** The failure of the job, with the exit code of the process that failed first; {@code suspect} where its hosts blame none. */
    public LaunchException failure(Worker suspect) throws InterruptedException {
        try {
            Survey survey = survey();
            Optional<LaunchException> restarted = survey.restartedSince(FIRST_RUN);
            if (restarted.isPresent()) {
                return restarted.get();
            }
            Optional<ProcessStatus> status = survey.statuses().stream()
                    .filter(each -> each.worker().name().equals(suspect.name()))
                    .findFirst();
            // Without its host, others would be blamed for what happened there.
            if (status.isPresent()) {
                Optional<FirstCause> cause = FirstCause.in(survey, job.description()::runsOurs);
                if (cause.isPresent()) {
                    return told(job.diagnose(cause.get()));
                }
                return killed(survey)
                        .orElseGet(() -> failure(suspect, status.get().shown()));
            }
        } catch (JfabException e) {
            job.listener().notice(job.id() + ": cannot find out what failed first: " + e.getMessage());
        }
        return failure(suspect, suspect.state() + ", and its host does not say why");
    }

    /** Of a job that somebody has ended: which of its processes was heard of first, and how that ended, is chance. */
    private Optional<LaunchException> killed(Survey survey) {
        return survey.state().equals(Survey.KILLED) ? Optional.of(LaunchException.killed(job.id())) : Optional.empty();
    }

    /** What became of {@code member}, which has ended; empty where the job has been begun again since. */
    Optional<String> end(Member member) throws InterruptedException {
        String failed = member + " failed";
        try {
            Survey survey = new FailureSearch(job.among(List.of(member.host()))).survey();
            return survey.run() > FIRST_RUN
                    ? Optional.empty()
                    : Optional.of(survey.statuses().stream()
                            .filter(status -> status.worker().name().equals(member.name()))
                            .map(ProcessStatus::stopped)
                            .filter(why -> !why.isEmpty())
                            .map(why -> member + " was ended " + why)
                            .findFirst()
                            .orElse(failed));
        } catch (JfabException e) {
            return Optional.of(failed);
        }
    }

    /** Of a job whose processes have all ended with 0: who was told to end nevertheless, and has left its work undone. */
    Optional<LaunchException> unfinished() throws InterruptedException {
        Survey survey = survey();
        Optional<LaunchException> killed = survey.restartedSince(FIRST_RUN).or(() -> killed(survey));
        return survey.failed() == 0 || killed.isPresent()
                ? killed
                : survey.of(Role.TRAINER).stream()
                        .filter(status -> !status.stopped().isEmpty())
                        .findFirst()
                        .map(status -> sentence(status.worker(), status.shown())
                                .ofJob(new WorkerState.Exited(EndOf.TERMINATED)));
    }

    private LaunchException told(Diagnosis diagnosis) {
        if (!diagnosis.followers().isEmpty()) {
            job.listener().notice(job.id() + ": " + diagnosis.followers());
        }
        return diagnosis.exception();
    }

    private LaunchException failure(Worker suspect, String how) {
        return sentence(suspect, how).ofJob(suspect.state());
    }

    /** The failure of a start that waits in vain for {@code worker}. */
    public LaunchException overdue(Worker worker, String what) throws InterruptedException {
        String log = job.on(worker.host(), node -> node.last(job.id(), worker.name(), Job.TAIL));
        return sentence(
                worker,
                what
                        + ErrorLine.of(ErrorLine.life(log, 0))
                                .map(line -> ": " + line)
                                .orElse(""));
    }

    private LaunchException sentence(Worker worker, String how) {
        String log = job.description()
                .member(worker.name())
                .map(member -> ", " + member.log())
                .orElse("");
        return new LaunchException(
                worker.host() + ": " + worker.role().word() + " " + worker.rank() + " " + how + " (" + job.id() + log
                        + ")",
                List.of(worker));
    }

    private Survey survey() throws InterruptedException {
        Group all = new Group(job.hosts().hosts(), job.hosts().connector());
        var asked = Survey.ask(all, job.description().rootDir(), Optional.of(job.id()));
        return Survey.of(
                job.id(),
                List.copyOf(asked.values().values()),
                job.description().members(),
                job.hosts().hosts());
    }
}
