package jfab.control.launch;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jfab.control.connection.Group;
import jfab.control.connection.GroupResult;
import jfab.control.connection.host.Host;
import jfab.role.Role;

/**
 * How a job stands on all hosts that could be asked.
 *
 * @param statuses its processes, the servers first
 * @param events what happened to them, the oldest first
 * @param unstarted how many more it is to have on the hosts that told of it
 * @param complete whether all of its hosts told of it
 * @param having the hosts that have its directory
 */
public record Survey(
        JobId id,
        List<ProcessStatus> statuses,
        List<ProcessEvent> events,
        int unstarted,
        boolean complete,
        List<Host> having) {
    /** The state of a job that somebody has ended. */
    public static final String KILLED = "killed";

    private static final Comparator<ProcessStatus> ORDER = Comparator.comparing(
                    (ProcessStatus status) -> status.worker().role())
            .thenComparingInt(status -> status.worker().rank());

    public Survey {
        statuses = statuses.stream().sorted(ORDER).toList();
        events =
                events.stream().sorted(Comparator.comparing(ProcessEvent::time)).toList();
        having = List.copyOf(having);
    }

    /** Of a job of which all has been started, and all was told. */
    public Survey(JobId id, List<ProcessStatus> statuses, List<ProcessEvent> events) {
        this(id, statuses, events, 0, true, List.of());
    }

    /** The same where that many are still to be started, or hosts told nothing. */
    Survey lacking(int processes, boolean all) {
        return new Survey(id, statuses, events, processes, all, having);
    }

    /** Asks {@code hosts} about their jobs, or about {@code id}, and the first what that is, which all know; one request to each. */
    static GroupResult<HostReport> ask(Group hosts, String rootDir, Optional<JobId> id) throws InterruptedException {
        return hosts.run(connection -> {
            Node node = new Node(connection, rootDir);
            Instant asked = Instant.now();
            String answer = node.survey(id, node.host().equals(hosts.hosts().getFirst()));
            return HostReport.parse(node.host(), answer, asked, Instant.now());
        });
    }

    /**
     * How the job {@code id} stands.
     *
     * @param known its members, as far as they are known: a host is not asked about those of the others, and what it says of them does
     *     not count
     * @param asked all hosts that were asked, also those that did not answer
     */
    static Survey of(JobId id, List<HostReport> reports, List<Member> known, Collection<Host> asked) {
        Map<String, Host> homes =
                known.stream().collect(Collectors.toMap(Member::name, Member::host, (one, other) -> one));
        Set<Host> named = Set.copyOf(homes.values());
        List<ProcessStatus> statuses = new ArrayList<>();
        List<ProcessEvent> events = new ArrayList<>();
        List<Host> having = new ArrayList<>();
        for (HostReport report : reports) {
            HostReport.Part part = report.jobs().get(id);
            if (part != null) {
                having.add(report.host());
                // A host that the job does not name may be one that it calls otherwise, but none that was asked under
                // its name.
                boolean renamed = !named.contains(report.host());
                Predicate<String> own = name -> {
                    Host home = homes.getOrDefault(name, report.host());
                    return home.equals(report.host()) || (renamed && !asked.contains(home));
                };
                part.workers().stream()
                        .filter(worker -> own.test(worker.name()))
                        .forEach(worker -> statuses.add(ProcessStatus.of(
                                worker,
                                part.restarts().getOrDefault(worker.name(), 0),
                                part.quiet().getOrDefault(worker.name(), Duration.ZERO),
                                report.answered(),
                                part.events())));
                part.events().stream().filter(event -> own.test(event.name())).forEach(events::add);
            }
        }
        return new Survey(id, statuses, events, 0, true, having);
    }

    /** The hosts that have processes of it; where none has begun, those that have its directory. */
    public List<Host> hosts() {
        return statuses.isEmpty()
                ? having
                : statuses.stream()
                        .map(status -> status.worker().host())
                        .distinct()
                        .toList();
    }

    /** Those whose state is of that kind. */
    public long count(Class<? extends WorkerState> kind) {
        return states().filter(kind::isInstance).count();
    }

    /** How many have ended as they should. */
    public long succeeded() {
        return statuses.size() - count(WorkerState.Running.class) - failed();
    }

    /**
     * How many have failed: also trainers that were told to end and did so with 0, whose work is not done. How a server ends when all
     * trainers have ended well says nothing against the training, nor does a trainer without which the others went on.
     */
    public long failed() {
        List<ProcessStatus> trainers =
                of(Role.TRAINER).stream().filter(trainer -> !lived(trainer)).toList();
        boolean done = !trainers.isEmpty() && trainers.stream().allMatch(ProcessStatus::endedWell);
        Instant last = trainers.stream()
                .map(ProcessStatus::since)
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .orElse(Instant.MAX);
        return statuses.stream()
                .filter(status -> status.worker().state().failed()
                        || (status.worker().role() == Role.TRAINER
                                && !status.stopped().isEmpty()
                                && !(status.worker().state() instanceof WorkerState.Running)))
                .filter(status -> !lived(status))
                .filter(status -> !done
                        || status.worker().role() != Role.PSERVER
                        || (status.stopped().isEmpty() && !status.endedAfter(last)))
                .count();
    }

    /** Whether the job has outlived the failure of this one: another trainer runs, or has ended well. */
    boolean lived(ProcessStatus status) {
        return status.survived()
                && of(Role.TRAINER).stream()
                        .anyMatch(other -> other.endedWell() || other.worker().state() instanceof WorkerState.Running);
    }

    public boolean runs() {
        return count(WorkerState.Running.class) > 0;
    }

    /**
     * One word for the job: {@code starting}, {@code running}, {@code failing}, {@code ended}, {@code failed}, {@code killed},
     * {@code not started}; {@code unknown} where nothing runs on those hosts that told of it, and others did not.
     */
    public String state() {
        if (!complete && !runs()) {
            return "unknown";
        }
        if (statuses.isEmpty()) {
            return "not started";
        }
        if (runs()) {
            return failed() > 0 ? "failing" : unstarted > 0 ? "starting" : "running";
        }
        boolean told = events.stream().anyMatch(event -> event.what() instanceof ProcessEvent.Stopped);
        // Servers that end well before there is a trainer were told to.
        boolean done = failed() == 0 && !(told && of(Role.TRAINER).isEmpty());
        if (done) {
            return unstarted > 0 ? "starting" : "ended";
        }
        return FirstCause.in(this, name -> true).isEmpty() && told ? KILLED : "failed";
    }

    /** How often it has been begun again by {@code jfab restart}. */
    public int run() {
        return events.stream()
                .mapToInt(event -> event.what() instanceof ProcessEvent.Revived(int times) ? times : 0)
                .max()
                .orElse(0);
    }

    /**
     * Of a job that has been begun again since its run {@code number}: how that one ended, with its exit code, {@link
     * LaunchException#UNFINISHED} where it ended well. Empty where it has not been begun again.
     */
    public Optional<LaunchException> restartedSince(int number) {
        if (run() <= number) {
            return Optional.empty();
        }
        Survey then = asOf(number);
        Optional<FirstCause> cause = FirstCause.in(then, name -> true);
        String how = then.state().equals(KILLED)
                ? "was killed"
                : then.failed() == 0
                        ? "ended"
                        : "failed"
                                + cause.map(first -> ", as " + first.worker() + " " + EndOf.shown(first.state()))
                                        .orElse("");
        int code = then.state().equals(KILLED)
                ? EndOf.TERMINATED
                : then.failed() == 0
                        ? LaunchException.UNFINISHED
                        : Math.max(1, cause.map(FirstCause::code).orElse(1));
        return Optional.of(LaunchException.restarted(id, how, code));
    }

    /** How it stood when its run {@code number} was over, before it was begun again. */
    private Survey asOf(int number) {
        Map<Host, Instant> ends = events.stream()
                .filter(event -> event.what() instanceof ProcessEvent.Revived(int times) && times > number)
                .collect(Collectors.toMap(ProcessEvent::host, ProcessEvent::time, (first, later) -> first));
        return new Survey(
                id,
                statuses.stream()
                        .map(status ->
                                status.asOf(ends.getOrDefault(status.worker().host(), Instant.MAX)))
                        .toList(),
                events.stream()
                        .filter(event -> event.time().isBefore(ends.getOrDefault(event.host(), Instant.MAX)))
                        .toList());
    }

    /** What can be done about a job that goes on although one of its processes has failed; empty for others. */
    public Optional<String> advice() {
        return failed() == 0 || !runs()
                ? Optional.empty()
                : Optional.of(id + " goes on after a failure, with " + count(WorkerState.Running.class)
                        + " running; where nobody follows it, end it with: jfab kill " + id);
    }

    /** When the job began, or when its last process ended; empty where that is not known. */
    public Optional<Instant> since() {
        Stream<Instant> times = events.stream()
                .filter(event -> !(event.what() instanceof ProcessEvent.Xid))
                .map(ProcessEvent::time);
        if (runs()) {
            return times.findFirst();
        }
        // Of those that are lost no event tells when.
        boolean known = statuses.stream()
                .noneMatch(status -> status.since() == null && status.worker().state() instanceof WorkerState.Lost);
        return Stream.concat(times, statuses.stream().flatMap(status -> Stream.ofNullable(status.since())))
                .max(Comparator.naturalOrder())
                .filter(time -> known);
    }

    /** The trainers, or the servers. */
    public List<ProcessStatus> of(Role role) {
        return statuses.stream()
                .filter(status -> status.worker().role() == role)
                .toList();
    }

    private Stream<WorkerState> states() {
        return statuses.stream().map(status -> status.worker().state());
    }
}
