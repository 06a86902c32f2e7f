package jfab.observe;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import jfab.launch.WorkerState;
import jfab.role.Role;

/**
 * How a job stood at one moment, put together from all of its hosts.
 *
 * @param begun when the job was made
 * @param ranks servers before trainers, each in the order of ranks
 * @param events of all hosts, the oldest first
 */
public record JobPicture(
        String id, Instant begun, Instant time, List<HostView> hosts, List<RankView> ranks, List<JobEvent> events) {
    public JobPicture {
        hosts = List.copyOf(hosts);
        ranks = List.copyOf(ranks);
        events = List.copyOf(events);
    }

    public Duration age() {
        return Duration.between(begun, time);
    }

    /** This moment, or the last that is known of a job that is over: of a process that is lost no event tells. */
    public Instant end() {
        Stream<Instant> told = Stream.concat(
                events.stream().map(JobEvent::time),
                ranks.stream().flatMap(rank -> rank.last().stream()).map(Step::time));
        return over() ? told.max(Comparator.naturalOrder()).orElse(time) : time;
    }

    public List<RankView> of(String role) {
        return ranks.stream().filter(rank -> rank.role().equals(role)).toList();
    }

    public List<RankView> trainers() {
        return of("trainer");
    }

    /** Roles that the job has, servers first. */
    public List<String> roles() {
        return ranks.stream().map(RankView::role).distinct().toList();
    }

    /** Whether no process of it runs any more or will be started. */
    public boolean over() {
        return !ranks.isEmpty()
                && hosts.stream().allMatch(HostView::reached)
                && ranks.stream().noneMatch(RankView::running)
                && (allStarted() || ranks.stream().anyMatch(RankView::failed) || stopped());
    }

    /** In a word or two: {@code starting}, {@code running}, {@code failing}, {@code done}, {@code failed}, {@code stopped}. */
    public String state() {
        if (over()) {
            return done() ? "done" : stopped() ? "stopped" : "failed";
        }
        if (hosts.stream().anyMatch(host -> !host.reached())) {
            return "a host is silent";
        }
        if (ranks.stream().anyMatch(RankView::failed)) {
            return "failing";
        }
        return allStarted() ? "running" : "starting";
    }

    private boolean allStarted() {
        return ranks.stream().allMatch(rank -> rank.state().isPresent());
    }

    /** Servers that never end by themselves may have been ended when all trainers were done. */
    private boolean done() {
        boolean failed = ranks.stream().anyMatch(RankView::failed);
        boolean trained = ranks.stream()
                .filter(rank -> rank.role().equals(Role.TRAINER.word()))
                .allMatch(rank -> rank.state().isPresent() && !rank.failed());
        return (!failed && allStarted()) || (trained && stopped());
    }

    private boolean stopped() {
        return events.stream().anyMatch(event -> event.what().startsWith("stopped by"))
                && ranks.stream().anyMatch(rank -> rank.state().isPresent())
                && ranks.stream().flatMap(rank -> rank.state().stream()).allMatch(JobPicture::byUs);
    }

    private static boolean byUs(WorkerState state) {
        return !state.failed() || (state instanceof WorkerState.Exited(int code) && (code == 143 || code == 137));
    }

    /** Hosts' names, without repetition. */
    public Stream<String> hostNames() {
        return hosts.stream().map(HostView::host);
    }
}
