package jfab.training.ps;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Who trained on how old values, and who was waited for; for the serving thread. */
final class StalenessCount {
    /** More different lags than this say no more to a reader. */
    private static final int SHOWN = 8;

    private static final class Trainer {
        private final TreeMap<Long, Integer> lags = new TreeMap<>();
        private int discarded;
        private long waited;
    }

    private final List<Trainer> trainers = new ArrayList<>();
    private long checked;

    StalenessCount(int trainers) {
        IntStream.range(0, trainers).forEach(_ -> this.trainers.add(new Trainer()));
    }

    /**
     * Counts a gradient.
     *
     * @param lag how often the parameters had changed since its trainer pulled them
     */
    void pushed(int rank, long lag, boolean used) {
        Trainer trainer = trainers.get(rank);
        trainer.lags.merge(lag, 1, Integer::sum);
        trainer.discarded += used ? 0 : 1;
    }

    /** To be told before anything changes: whom others have waited for until {@code now}, in nanoseconds of some clock. */
    void waited(IntStream blocking, long now) {
        long passed = now - checked;
        blocking.forEach(rank -> trainers.get(rank).waited += passed);
        checked = now;
    }

    /** A line per trainer: {@code trainer 0: 60 gradients, lag 0.8 (0: 20, 1: 32, 2: 8), waited for 1.2 s}. */
    List<String> lines() {
        return IntStream.range(0, trainers.size())
                .mapToObj(rank -> "trainer " + rank + ": " + line(trainers.get(rank)))
                .toList();
    }

    private static String line(Trainer trainer) {
        int count = trainer.lags.values().stream().mapToInt(Integer::intValue).sum();
        double sum = trainer.lags.entrySet().stream()
                .mapToDouble(lag -> (double) lag.getKey() * lag.getValue())
                .sum();
        String lags = count == 0 ? "" : ", lag %.1f (%s)".formatted(sum / count, distribution(trainer.lags));
        String discarded = trainer.discarded == 0 ? "" : ", " + trainer.discarded + " discarded as too old";
        double seconds = Duration.ofNanos(trainer.waited).toMillis() / 1e3;
        return count + " gradients" + lags + discarded + ", waited for %.1f s".formatted(seconds);
    }

    private static String distribution(SortedMap<Long, Integer> lags) {
        String shown = lags.entrySet().stream()
                .limit(SHOWN)
                .map(lag -> lag.getKey() + ": " + lag.getValue())
                .collect(Collectors.joining(", "));
        int rest = lags.entrySet().stream()
                .skip(SHOWN)
                .mapToInt(Map.Entry::getValue)
                .sum();
        return rest == 0 ? shown : shown + ", more, to " + lags.lastKey() + ": " + rest;
    }
}
