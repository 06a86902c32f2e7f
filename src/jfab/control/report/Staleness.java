package jfab.control.report;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How old the values were that a trainer trained on, as its server told at the end.
 *
 * @param lags how many gradients came after how many changes of the parameters
 */
record Staleness(String trainer, TreeMap<Long, Long> lags) {
    private static final Pattern LINE = Pattern.compile("trainer (\\d+): \\d+ gradients, lag [\\d.]+ \\(([^)]*)\\)");
    private static final Pattern LAG = Pattern.compile("(\\d+): (\\d+)");

    static List<Staleness> parse(List<String> lines) {
        return lines.stream().flatMap(line -> of(line).stream()).toList();
    }

    private static Optional<Staleness> of(String line) {
        Matcher told = LINE.matcher(line);
        if (!told.find()) {
            return Optional.empty();
        }
        TreeMap<Long, Long> lags = new TreeMap<>();
        LAG.matcher(told.group(2))
                .results()
                .forEach(lag -> lags.merge(Long.parseLong(lag.group(1)), Long.parseLong(lag.group(2)), Long::sum));
        return lags.isEmpty() ? Optional.empty() : Optional.of(new Staleness("trainer-" + told.group(1), lags));
    }

    /** In per cent of all gradients of this trainer. */
    Stream<Graphic.Point> shares() {
        double all = lags.values().stream().mapToLong(Long::longValue).sum();
        return lags.entrySet().stream().map(lag -> new Graphic.Point(lag.getKey(), 100 * lag.getValue() / all));
    }
}
