package jfab.control.observe;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import jfab.control.launch.JobId;
import jfab.control.launch.ProcessEvent;
import jfab.control.launch.Survey;
import jfab.control.launch.WorkerState;

/**
 * How a job stood at one moment, put together from all of its hosts.
 *
 * @param begun when the job was made
 * @param ranks servers before trainers, each in the order of ranks
 * @param events of all hosts, the oldest first
 */
public record JobPicture(
        JobId id, Instant begun, Instant time, List<HostView> hosts, List<RankView> ranks, List<ProcessEvent> events) {
    public JobPicture {
        hosts = List.copyOf(hosts);
        ranks = List.copyOf(ranks);
        events = List.copyOf(events);
    }

    /** How long it has been going on, or went on. */
    public Duration age() {
        return Duration.between(begun, end());
    }

    /** This moment; of a job that is over, the end of its last process, or its last sign of life where that is not known. */
    public Instant end() {
        if (!over()) {
            return time;
        }
        Stream<Instant> signs = endsLater() ? signs() : Stream.empty();
        return Stream.concat(survey().since().stream(), signs)
                .max(Comparator.naturalOrder())
                .orElse(time);
    }

    private Stream<Instant> signs() {
        return Stream.concat(
                events.stream()
                        .filter(event -> !(event.what() instanceof ProcessEvent.Xid))
                        .map(ProcessEvent::time),
                ranks.stream().flatMap(rank -> rank.last().stream()).map(ObservedStep::time));
    }

    /** Whether it may have gone on after {@link #end}: nobody wrote down when a process that is lost ended. */
    public boolean endsLater() {
        return over() && survey().count(WorkerState.Lost.class) > 0;
    }

    public List<RankView> of(String role) {
        return ranks.stream().filter(rank -> rank.role().equals(role)).toList();
    }

    public List<RankView> trainers() {
        return of("trainer");
    }

    /** Of all trainers that run and of which it is known; empty where none makes steps now. */
    public OptionalDouble samplesPerSecond() {
        double[] known = trainers().stream()
                .filter(RankView::running)
                .mapToDouble(RankView::samplesPerSecond)
                .filter(Double::isFinite)
                .toArray();
        return known.length == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(Arrays.stream(known).sum());
    }

    /** Roles that the job has, servers first. */
    public List<String> roles() {
        return ranks.stream().map(RankView::role).distinct().toList();
    }

    /** What {@code jfab status} and {@code jfab jobs} make of the same. */
    public Survey survey() {
        return new Survey(
                id,
                ranks.stream().flatMap(rank -> rank.status().stream()).toList(),
                events,
                (int) ranks.stream().filter(rank -> rank.status().isEmpty()).count(),
                true,
                List.of());
    }

    /** Whether no process of it runs any more or will be started. */
    public boolean over() {
        return !ranks.isEmpty()
                && hosts.stream().allMatch(HostView::reached)
                && ended(survey())
                && !survey().state().equals("starting");
    }

    private static boolean ended(Survey survey) {
        return !survey.statuses().isEmpty() && !survey.runs();
    }

    /** As {@link Survey#state}; {@code a host is silent} where one is. */
    public String state() {
        if (!over() && hosts.stream().anyMatch(host -> !host.reached())) {
            return "a host is silent";
        }
        return survey().state();
    }

    /** The host of an event as the ranks call it. */
    public String hostOf(ProcessEvent event) {
        return ranks.stream()
                .filter(rank -> rank.name().equals(event.name()))
                .map(RankView::host)
                .findFirst()
                .orElseGet(() -> event.host().name());
    }

    /** Hosts' names, without repetition. */
    public Stream<String> hostNames() {
        return hosts.stream().map(HostView::host);
    }
}
