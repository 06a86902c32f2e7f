package jfab.control.cli.output;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jfab.control.connection.host.Host;
import jfab.control.task.HostOutcome;
import jfab.control.task.Report;

/**
 * The table at the end of a run: how each host fared, those that failed first, with exit code, time and last line.
 *
 * <p>Of many hosts, those that fared alike share a row, with the time of the slowest.
 */
final class Summary {
    /** More rows than this push the failures off the screen. */
    private static final int ROWS = 16;

    private final Report report;
    private final LastLines last;
    private final HostLabels labels;

    Summary(Report report, LastLines last) {
        this.report = report;
        this.last = last;
        this.labels =
                HostLabels.of(report.outcomes().stream().map(HostOutcome::host).toList());
    }

    /** Hosts that share a row. */
    private record Row(List<Host> hosts, Verdict verdict, Duration took, String last) {
        private Row and(Row other) {
            Duration longer = took.compareTo(other.took) < 0 ? other.took : took;
            return new Row(Stream.concat(hosts.stream(), other.hosts.stream()).toList(), verdict, longer, last);
        }

        private List<String> key() {
            // Last lines of those that succeeded differ and matter little.
            return List.of(verdict.words(), String.valueOf(verdict.exit()), verdict.ok() ? "" : last);
        }
    }

    /** Prints the table, unless it would say nothing: of one host all of which went well, or of what was done once for all. */
    void print(Screen screen) {
        if ((report.outcomes().size() < 2 && report.ok())
                || report.outcomes().stream().allMatch(Summary::shared)) {
            return;
        }
        Paint paint = new Paint(screen.colour());
        SummaryTable table = new SummaryTable("host", "result", "exit", "time", "last line");
        rows().forEach(row -> table.add(cells(row), row.verdict().ok() ? paint::good : paint::bad));
        screen.err().print(table.text());
        if (report.outcomes().size() > 1) {
            screen.err().print("jfab: " + counts() + "\n");
        }
        screen.err().flush();
    }

    private static boolean shared(HostOutcome outcome) {
        return switch (outcome) {
            case HostOutcome.Succeeded e -> e.shared();
            case HostOutcome.Failed e -> e.shared();
            case HostOutcome.Stopped _, HostOutcome.Skipped _ -> false;
        };
    }

    private Collection<Row> rows() {
        List<Row> rows = Stream.concat(single(false), single(true)).toList();
        if (rows.size() <= ROWS) {
            return rows;
        }
        Map<List<String>, Row> alike = new LinkedHashMap<>();
        rows.forEach(row -> alike.merge(row.key(), row, Row::and));
        return alike.values();
    }

    private Stream<Row> single(boolean ok) {
        return report.outcomes().stream()
                .filter(outcome -> ok == Verdict.of(outcome).ok())
                .map(outcome -> {
                    Verdict verdict = Verdict.of(outcome);
                    return new Row(List.of(outcome.host()), verdict, took(outcome), last.of(outcome.host(), verdict));
                });
    }

    private List<String> cells(Row row) {
        Integer exit = row.verdict().exit();
        boolean alone = row.hosts().size() == 1;
        List<String> cells = new ArrayList<>();
        cells.add(alone ? labels.of(row.hosts().getFirst()) : labels.fold(row.hosts()));
        cells.add(row.verdict().words());
        cells.add(exit == null ? "-" : exit.toString());
        cells.add(row.verdict().timed() ? time(row.took()) : "-");
        cells.add(alone || !row.verdict().ok() ? Clean.bare(row.last()) : "");
        return cells;
    }

    /** {@code 62 ok, 1 failed, 1 unreachable}. */
    private String counts() {
        Map<String, Long> counts = report.outcomes().stream()
                .map(outcome -> Verdict.of(outcome).kind())
                .sorted()
                .collect(Collectors.groupingBy(Verdict.Kind::words, LinkedHashMap::new, Collectors.counting()));
        return counts.entrySet().stream()
                .map(count -> count.getValue() + " " + count.getKey())
                .collect(Collectors.joining(", "));
    }

    private static Duration took(HostOutcome outcome) {
        return switch (outcome) {
            case HostOutcome.Succeeded e -> e.took();
            case HostOutcome.Failed e -> e.took();
            case HostOutcome.Stopped e -> e.took();
            case HostOutcome.Skipped e -> Duration.ZERO;
        };
    }

    private static String time(Duration took) {
        return took.toMinutes() > 0
                ? String.format(Locale.ROOT, "%dm%02ds", took.toMinutes(), took.toSecondsPart())
                : String.format(Locale.ROOT, "%.1fs", took.toMillis() / 1000.0);
    }
}
