package jfab.control.observe;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import jfab.control.connection.host.Host;
import jfab.control.launch.Description;
import jfab.control.launch.Job;
import jfab.control.launch.Member;
import jfab.control.launch.ProcessEvent;

/**
 * A job that is being looked at: one request to each of its hosts that goes on until this is closed.
 *
 * <ul>
 *   <li>A line that breaks is opened again, and the host goes on telling where it was.
 *   <li>Nothing of the job is touched, whatever becomes of this.
 * </ul>
 */
public final class Observation implements AutoCloseable {
    private final Description description;
    private final Map<Host, HostLog> logs = new LinkedHashMap<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Object changed = new Object();

    private Observation(Job job, int keep) {
        description = job.description();
        Optional<LoggedSteps> progress = LoggedSteps.of(description);
        job.hosts().hosts().forEach(host -> logs.put(host, new HostLog(label(host), keep, progress)));
    }

    /**
     * Begins to look at {@code job}.
     *
     * @param period how often its hosts tell how it goes
     * @param keep how many steps of each trainer are kept, about
     */
    public static Observation of(Job job, Duration period, int keep) {
        Observation observation = new Observation(job, keep);
        observation.logs.forEach((host, log) ->
                observation.threads.execute(new HostObserver(job, host, period, keep, log, observation::change)));
        return observation;
    }

    /** How the job stands, as far as its hosts have told. */
    public JobPicture picture() {
        List<RankView> ranks = description.members().isEmpty() ? ranksThatRan() : ranksThatAreMeant();
        Map<String, Host> homes = description.members().stream()
                .collect(Collectors.toMap(Member::name, Member::host, (one, other) -> one));
        // What a host says of the processes of others does not count.
        List<ProcessEvent> events = logs.entrySet().stream()
                .flatMap(log -> log.getValue().events().stream()
                        .filter(event ->
                                homes.getOrDefault(event.name(), log.getKey()).equals(log.getKey())))
                .sorted(Comparator.comparing(ProcessEvent::time))
                .toList();
        Instant now = logs.values().stream()
                .flatMap(log -> log.time().stream())
                .max(Comparator.naturalOrder())
                .orElseGet(Instant::now);
        return new JobPicture(
                description.id(),
                events.isEmpty() ? submitted() : events.getFirst().time(),
                now,
                logs.values().stream().map(HostLog::view).toList(),
                ranks,
                events);
    }

    private List<RankView> ranksThatAreMeant() {
        return description.members().stream()
                .map(member -> {
                    HostLog log = logs.get(member.host());
                    String role = member.role().word();
                    // A host that was not reached when the job was looked up tells nothing.
                    return log == null
                            ? RankView.unknown(role, member.rank(), label(member.host()))
                            : log.rank(role, member.rank());
                })
                .sorted(Comparator.comparing(RankView::role).thenComparingInt(RankView::rank))
                .toList();
    }

    private List<RankView> ranksThatRan() {
        return logs.values().stream()
                .flatMap(log -> log.names().stream()
                        .filter(name -> name.matches("[a-z]+-\\d{1,6}"))
                        .map(name -> name.split("-"))
                        .map(name -> log.rank(name[0], Integer.parseInt(name[1]))))
                .sorted(Comparator.comparing(RankView::role).thenComparingInt(RankView::rank))
                .toList();
    }

    private Instant submitted() {
        DateTimeFormatter stamp = DateTimeFormatter.ofPattern("uuuuMMddHHmmss");
        return LocalDateTime.parse(description.id().stamp(), stamp)
                .atZone(ZoneId.systemDefault())
                .toInstant();
    }

    /** A host as the job's pictures call it: without the login, which is the same for most. */
    private String label(Host host) {
        boolean alone = description.hosts().stream()
                        .filter(other -> other.name().equals(host.name()))
                        .count()
                < 2;
        return alone ? host.name() : host.name() + ":" + host.port();
    }

    /** Grows whenever a host has told something. */
    public long version() {
        return logs.values().stream().mapToLong(HostLog::attempts).sum();
    }

    /** Waits until every host has told {@code periods} times or cannot be reached; for {@code limit} at most. */
    public void await(int periods, Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        synchronized (changed) {
            while (!logs.values().stream().allMatch(log -> log.attempts() >= periods)) {
                long left = end - System.nanoTime();
                if (left <= 0) {
                    return;
                }
                changed.wait(Math.max(1, left / 1_000_000));
            }
        }
    }

    private void change() {
        synchronized (changed) {
            changed.notifyAll();
        }
    }

    /** Ends the requests; what they have told stays. */
    @Override
    public void close() {
        threads.shutdownNow();
        threads.close();
    }
}
