package jfab.control.launch;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jfab.JfabException;
import jfab.control.connection.Group;
import jfab.control.connection.GroupResult;
import jfab.control.connection.host.Host;
import jfab.control.connection.host.Outcome;

/** Finds jobs on those of their hosts that answer. */
public record JobSearch(Group hosts, String rootDir, LaunchListener listener) {
    private static final int NAMED = 3;

    /**
     * A job and how it stands.
     *
     * @param asked what the hosts answered; those that could not be asked have failed there
     * @param differing those that do not say the same of what the job is: then its description has no members
     */
    public record Found(Job job, Survey survey, GroupResult<?> asked, Disagreement differing) {
        private static Found of(Job job, Survey survey, GroupResult<?> asked, Disagreement differing) {
            Found found = new Found(job, survey, asked, differing);
            List<String> why = found.missing().stream().map(found::absence).toList();
            int unstarted = (int) why.stream().filter(String::isEmpty).count();
            boolean complete = why.size() == unstarted
                    && (asked.ok() || !job.description().members().isEmpty());
            return new Found(job, survey.lacking(unstarted, complete), asked, differing);
        }

        /** Throws why the job was not seen on all of its hosts, when all is done on those where it was. */
        public void orThrow() {
            asked.throwFailed();
            List<String> without = missing().stream()
                    .filter(member -> isWithout(member.host()))
                    .map(member -> member.host().toString())
                    .distinct()
                    .toList();
            if (!without.isEmpty() && !survey.statuses().isEmpty()) {
                throw new LaunchException(String.join(", ", without) + ": the directory of " + job.id() + " is gone");
            }
        }

        /** Those that the job was to have and that no host told of. */
        public List<Member> missing() {
            Set<String> told = survey.statuses().stream()
                    .map(status -> status.worker().name())
                    .collect(Collectors.toSet());
            return job.description().members().stream()
                    .filter(member -> !told.contains(member.name()))
                    .toList();
        }

        /** Why nothing is known of a member that no host told of; empty where it has not been started. */
        public String absence(Member member) {
            if (unreached().contains(member.host())) {
                return answered(member.host())
                        ? "its host gave no answer that can be read"
                        : "its host cannot be reached";
            }
            return isWithout(member.host())
                    ? "the job's directory is gone from its host"
                    : isAsked(member.host()) ? "" : "its host was not asked";
        }

        /** Whether processes of it may be on their way to a host where none has begun. */
        public boolean arriving() {
            return asked.values().values().stream()
                    .anyMatch(answer -> answer instanceof HostReport report && report.arriving());
        }

        /** Whether a host that failed did so with words of its own, as one does whose records are damaged. */
        private boolean answered(Host host) {
            return asked.failed().stream()
                    .anyMatch(failed -> failed.host().equals(host) && failed.failure() instanceof LaunchException);
        }

        private boolean isAsked(Host host) {
            return asked.outcomes().stream().anyMatch(outcome -> outcome.host().equals(host));
        }

        private boolean isWithout(Host host) {
            return isAsked(host)
                    && !job.hosts().hosts().contains(host)
                    && !unreached().contains(host);
        }

        /** Those of the job's own hosts that could not be asked. */
        public List<Host> unreached() {
            return asked.failed().stream()
                    .map(Outcome.Failed::host)
                    .filter(job.description().hosts()::contains)
                    .toList();
        }

        /** The job on all of its hosts, also on those that could not be asked. */
        public Job everywhere() {
            // A host may have told of the job, and then of its processes what nobody understands.
            List<Host> all = Stream.concat(job.hosts().hosts().stream(), unreached().stream())
                    .distinct()
                    .sorted(Comparator.comparingInt(job.description().hosts()::indexOf))
                    .toList();
            return new Job(
                    job.description(),
                    new Group(all, job.hosts().connector(), job.hosts().atOnce()),
                    job.listener());
        }

        /** Why it failed; empty where no process failed by itself. */
        public Optional<Diagnosis> diagnosis() throws InterruptedException {
            Optional<FirstCause> cause = FirstCause.in(survey, job.description()::runsOurs);
            return cause.isEmpty() ? Optional.empty() : Optional.of(job.diagnose(cause.get()));
        }
    }

    /** All jobs, the oldest first, with hosts that have them. */
    public record All(List<Survey> jobs, GroupResult<?> asked) {}

    /** How all jobs stand. */
    public All all() throws InterruptedException {
        GroupResult<HostReport> asked = Survey.ask(hosts, rootDir, Optional.empty());
        List<HostReport> reports = List.copyOf(asked.values().values());
        Set<JobId> ids = new TreeSet<>();
        reports.forEach(report -> ids.addAll(report.jobs().keySet()));
        listener.jobs(ids, asked.ok());
        Group reached = new Group(List.copyOf(asked.values().keySet()), hosts.connector());
        List<Survey> jobs = new ArrayList<>();
        for (JobId id : ids) {
            Survey survey = Survey.of(id, reports, List.of(), hosts.hosts());
            jobs.add(asked.ok() || survey.runs() ? survey : survey.lacking(0, Job.isWholeOn(id, reached, rootDir)));
        }
        return new All(jobs, asked);
    }

    /**
     * The job whose id is {@code text} or, where that is no whole id, contains it; the newest one where it is empty.
     *
     * @throws jfab.JfabException when there is none, or several; the hosts' failure when none of them answers
     */
    public Found find(String text) throws InterruptedException {
        return lookFor(text)
                .orElseThrow(() -> new LaunchException("no job in " + rootDir + " on "
                        + hosts.hosts().stream().map(Host::toString).collect(Collectors.joining(", "))));
    }

    /** As {@link #find}; empty where there is no job at all. */
    public Optional<Found> lookFor(String text) throws InterruptedException {
        GroupResult<List<JobId>> known = hosts.run(connection -> new Node(connection, rootDir).jobs());
        if (known.succeeded().isEmpty()) {
            known.orThrow();
        }
        Set<JobId> all = new TreeSet<>();
        known.values().values().forEach(all::addAll);
        listener.jobs(all, known.ok());
        if (all.isEmpty() && text.isEmpty()) {
            known.orThrow();
            return Optional.empty();
        }
        JobId id = choose(text, all, known);
        List<Host> having = known.values().entrySet().stream()
                .filter(entry -> entry.getValue().contains(id))
                .map(Map.Entry::getKey)
                .toList();
        Group group = new Group(having, hosts.connector(), hosts.atOnce());
        GroupResult<HostReport> asked = Survey.ask(group, rootDir, Optional.of(id));
        List<HostReport> reports = List.copyOf(asked.values().values());
        Disagreement differing = Disagreement.among(reports);
        Job job = new Job(
                differing.isNone()
                        ? description(id, asked)
                        : Description.unknown(id, List.copyOf(asked.values().keySet()), rootDir, Job.GRACE),
                group,
                listener);
        Survey survey = Survey.of(id, reports, job.description().members(), hosts.hosts());
        GroupResult<?> fared = later(known, asked);
        if (!differing.isNone() && !survey.statuses().isEmpty()) {
            fared = differ(id, fared, differing);
        }
        return Optional.of(Found.of(job, survey, fared, differing));
    }

    private static GroupResult<?> differ(JobId id, GroupResult<?> fared, Disagreement differing) {
        return new GroupResult<>(fared.outcomes().stream()
                .<Outcome<Object>>map(outcome -> outcome instanceof Outcome.Succeeded<?>
                                && differing.hosts().contains(outcome.host())
                        ? new Outcome.Failed<>(outcome.host(), differing.of(id, outcome.host()))
                        : plain(outcome))
                .toList());
    }

    /** How each host fared: in the second request, where it had one. */
    private static GroupResult<?> later(GroupResult<?> first, GroupResult<?> second) {
        Map<Host, Outcome<?>> later =
                second.outcomes().stream().collect(Collectors.toMap(Outcome::host, outcome -> outcome));
        return new GroupResult<>(first.outcomes().stream()
                .<Outcome<Object>>map(outcome -> plain(later.getOrDefault(outcome.host(), outcome)))
                .toList());
    }

    private static Outcome<Object> plain(Outcome<?> outcome) {
        return switch (outcome) {
            case Outcome.Succeeded<?>(Host host, Object value) -> new Outcome.Succeeded<>(host, value);
            case Outcome.Failed<?>(Host host, JfabException failure) -> new Outcome.Failed<>(host, failure);
        };
    }

    private Description description(JobId id, GroupResult<HostReport> asked) throws InterruptedException {
        Optional<Description> told = asked.values().values().stream()
                .flatMap(report -> report.description().stream())
                .findFirst();
        List<Host> reached = List.copyOf(asked.values().keySet());
        return told.isPresent()
                ? told.get().as(id, rootDir)
                : Job.description(id, new Group(reached, hosts.connector()), rootDir)
                        .orElseGet(() -> Description.unknown(id, reached, rootDir, Job.GRACE));
    }

    private JobId choose(String text, Set<JobId> all, GroupResult<?> known) {
        if (text.isEmpty()) {
            return all.stream().max(Comparator.naturalOrder()).orElseThrow();
        }
        Optional<JobId> exact =
                all.stream().filter(id -> id.toString().equals(text)).findFirst();
        // A whole id is no part of another one: what is meant may be another account's, or gone.
        List<JobId> similar = JobId.looksLike(text)
                ? List.of()
                : all.stream().filter(id -> id.toString().contains(text)).toList();
        if (exact.isPresent() || similar.size() == 1) {
            return exact.orElseGet(similar::getFirst);
        }
        if (similar.isEmpty() && !known.ok()) {
            listener.notice("no host that can be reached has a job '" + text + "'");
            known.throwFailed();
        }
        throw new LaunchException(
                similar.isEmpty()
                        ? "there is no job '" + text + "'; there is "
                                + (all.isEmpty() ? "none" : named(nearest(text, all)))
                        : "'" + text + "' may be " + named(similar) + "; write more of it");
    }

    private static List<JobId> nearest(String text, Collection<JobId> all) {
        return all.stream()
                .sorted(Comparator.comparingInt((JobId id) -> -alike(text, id.toString()))
                        .thenComparing(Comparator.reverseOrder()))
                .toList();
    }

    /** How many letters both have in common at their begins and ends. */
    private static int alike(String one, String other) {
        int shorter = Math.min(one.length(), other.length());
        int begin = 0;
        while (begin < shorter && one.charAt(begin) == other.charAt(begin)) {
            begin++;
        }
        int end = 0;
        while (end < shorter - begin && one.charAt(one.length() - 1 - end) == other.charAt(other.length() - 1 - end)) {
            end++;
        }
        return begin + end;
    }

    private static String named(List<JobId> ids) {
        String first = ids.stream().limit(NAMED).map(JobId::toString).collect(Collectors.joining(", "));
        return ids.size() > NAMED ? first + " and " + (ids.size() - NAMED) + " more" : first;
    }
}
