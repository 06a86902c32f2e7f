package jfab.control.watch;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import jfab.JfabException;
import jfab.control.launch.Job;
import jfab.control.launch.LastLine;
import jfab.control.launch.ProcessStatus;
import jfab.control.observe.JobPicture;
import jfab.control.observe.Observation;
import jfab.control.observe.RankView;
import jfab.control.observe.Statistics;

/**
 * Says when no trainer of a job that somebody follows has written anything for a while, and which of them differ from the others. As
 * long as they write lines, no host is asked.
 */
public final class Stillness implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration SELDOM = Duration.ofMinutes(30);
    private static final Duration ANSWER = Duration.ofSeconds(30);
    private static final int MOST = 4;
    /** Per cent of a processor: of one that waits, and of one that computes. */
    private static final double IDLE = 10;

    private static final double BUSY = 50;

    /** Who is stopped first, then who computes most. */
    private static final Comparator<RankView> SUSPECTS = Comparator.comparingInt(
                    (RankView rank) -> rank.doing().equals("T") ? 0 : 1)
            .thenComparingDouble(rank -> -rank.cpu());

    private final Thread watching;

    /** From now on, tells {@code lines} when they and the metrics of all trainers of {@code job} have been still for {@code limit}. */
    public Stillness(Job job, LastLine lines, Duration limit) {
        watching = Thread.ofVirtual().start(() -> watch(job, lines, limit));
    }

    @Override
    public void close() {
        watching.interrupt();
    }

    /** Follows {@code job} to its end, and says when it stands still. */
    public static void follow(Job job) throws InterruptedException {
        follow(job, LIMIT);
    }

    /** Says so after {@code limit}. */
    public static void follow(Job job, Duration limit) throws InterruptedException {
        LastLine listener = new LastLine(job.listener());
        try (Stillness _ = new Stillness(job, listener, limit)) {
            new Job(job.description(), job.hosts(), listener).follow();
        }
    }

    private static void watch(Job job, LastLine lines, Duration limit) {
        try {
            Duration next = limit;
            while (true) {
                Duration quiet = lines.quiet();
                if (quiet.compareTo(limit) < 0) {
                    next = limit;
                }
                if (quiet.compareTo(next) < 0) {
                    Thread.sleep(next.minus(quiet));
                    continue;
                }
                // Metrics may grow where no line comes.
                said(job, limit).ifPresent(sentence -> lines.notice(job.id() + ": " + sentence));
                Duration so = lines.quiet();
                next = so.plus(so.compareTo(SELDOM) < 0 ? so : SELDOM);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What is to be said of {@code job} now, as its hosts tell within two seconds; empty where a trainer has moved within {@code limit}. */
    public static Optional<String> said(Job job, Duration limit) throws InterruptedException {
        try (Observation observation = Observation.of(job, Duration.ofSeconds(1), 1)) {
            // What a process uses shows in the second period.
            observation.await(2, ANSWER);
            return sentence(observation.picture(), limit);
        } catch (JfabException e) {
            return Optional.of("no process has written a line for " + limit.toSeconds()
                    + " s, and its hosts cannot be asked why: " + e.getMessage());
        }
    }

    /** What is to be said of a job none of whose trainers has moved for {@code limit}; empty where one has. */
    static Optional<String> sentence(JobPicture picture, Duration limit) {
        List<RankView> running =
                picture.trainers().stream().filter(RankView::running).toList();
        Duration still =
                running.stream().map(RankView::silent).min(Duration::compareTo).orElse(Duration.ZERO);
        if (running.isEmpty() || still.compareTo(limit) < 0) {
            return Optional.empty();
        }
        String usual = most(running, RankView::doing);
        double cpu = Statistics.median(running.stream().mapToDouble(RankView::cpu));
        List<RankView> others = running.stream()
                .filter(rank -> !rank.doing().equals(usual)
                        || (rank.cpu() < IDLE && cpu > BUSY)
                        || (rank.cpu() > BUSY && cpu < IDLE))
                .toList();
        List<RankView> ended = picture.trainers().stream()
                .filter(rank -> rank.status().isPresent() && !rank.running())
                .toList();
        // Of as many as others, none is an exception: one that computes may be the one that another waits for.
        boolean tied = !others.isEmpty() && others.size() * 2 >= running.size() && others.size() < running.size();
        String rest = tied
                ? ""
                : (others.isEmpty() && ended.isEmpty()
                                ? "; all of them: "
                                : running.size() == 1 ? "; " + name(running.getFirst()) + ": " : "; the others: ")
                        + doing(usual, cpu);
        return Optional.of("neither log nor metrics of any trainer have grown for " + still.toSeconds() + " s"
                + named(ended, rank -> rank.status().map(ProcessStatus::shown).orElse(""))
                + named(
                        tied ? running.stream().sorted(SUSPECTS).toList() : others,
                        rank -> doing(rank.doing(), rank.cpu()))
                + rest);
    }

    private static String named(List<RankView> ranks, Function<RankView, String> how) {
        return ranks.stream()
                        .limit(MOST)
                        .map(rank -> "; " + name(rank) + ": " + how.apply(rank))
                        .collect(Collectors.joining())
                + (ranks.size() > MOST ? " and " + (ranks.size() - MOST) + " more" : "");
    }

    private static String name(RankView rank) {
        return "trainer " + rank.rank() + " on " + rank.host();
    }

    private static String most(List<RankView> ranks, Function<RankView, String> value) {
        return ranks.stream().collect(Collectors.groupingBy(value, Collectors.counting())).entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse("-");
    }

    private static String doing(String state, double cpu) {
        String words = switch (state) {
            case "T" -> "stopped by a signal";
            case "D" -> "waiting for a disk or a device";
            case "R" -> "computing";
            case "S" -> "waiting";
            default -> "doing nothing that can be seen";
        };
        return words + (Double.isFinite(cpu) ? ", %.0f %% of a processor".formatted(cpu) : "");
    }
}
