package jfab.control.watch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jfab.PlainText;
import jfab.control.observe.JobPicture;
import jfab.control.observe.RankView;
import jfab.control.observe.Straggler;

/** The ranks of a job as lines: each by name, or alike ones together and only the remarkable ones by name. */
final class RankTable {
    /** As many in the same state stand by name; more are counted. */
    private static final int NAMED = 4;

    private static final long SILENT = 60;
    private static final int NARROW = 72;

    private final JobPicture picture;
    private final int columns;
    private final Set<String> slow;

    RankTable(JobPicture picture, int columns) {
        this.picture = picture;
        this.columns = columns;
        this.slow = Straggler.now(picture.ranks()).stream()
                .map(straggler -> straggler.rank().name())
                .collect(Collectors.toSet());
    }

    ScreenLine head() {
        return new ScreenLine(
                Look.HEAD, line("RANK", "HOST", "STATE", List.of("STEP", "LOSS", "SMPL/S", "CPU", "MEM", "QUIET")));
    }

    List<ScreenLine> all() {
        return picture.ranks().stream()
                .map(rank -> line(RankRow.of(look(rank), rank)))
                .toList();
    }

    List<ScreenLine> folded() {
        List<ScreenLine> lines = new ArrayList<>();
        for (String role : picture.roles()) {
            Map<String, List<RankView>> alike = picture.of(role).stream()
                    .collect(Collectors.groupingBy(RankView::stateText, LinkedHashMap::new, Collectors.toList()));
            alike.values().forEach(ranks -> lines.addAll(ranks.size() <= NAMED ? named(ranks) : together(ranks)));
        }
        return lines;
    }

    private List<ScreenLine> named(List<RankView> ranks) {
        return ranks.stream().map(rank -> line(RankRow.of(look(rank), rank))).toList();
    }

    private List<ScreenLine> together(List<RankView> ranks) {
        RankView first = ranks.getFirst();
        List<ScreenLine> lines = new ArrayList<>();
        String name = first.role() + " "
                + Ranges.of(ranks.stream().map(RankView::rank).toList());
        long hosts = ranks.stream().map(RankView::host).distinct().count();
        String count = ": " + ranks.size() + " " + first.stateText() + " on " + PlainText.counted(hosts, "host");
        int room = Math.max(8, columns - count.length());
        lines.add(new ScreenLine(
                first.failed() ? Look.BAD : Look.HEAD, Cells.left(name, Math.min(room, name.length())) + count));
        lines.add(line(RankRow.of("  least", ranks, 0)));
        lines.add(line(RankRow.of("  median", ranks, 0.5)));
        lines.add(line(RankRow.of("  most", ranks, 1)));
        remarkable(ranks)
                .limit(NAMED)
                .map(rank -> line(RankRow.of(look(rank), rank)))
                .forEach(lines::add);
        return lines;
    }

    /** Those that others wait for, then the most silent ones. */
    private Stream<RankView> remarkable(List<RankView> ranks) {
        Stream<RankView> late = ranks.stream().filter(rank -> slow.contains(rank.name()));
        Stream<RankView> silent = ranks.stream()
                .filter(rank -> silent(rank) && !slow.contains(rank.name()))
                .sorted((a, b) -> b.silent().compareTo(a.silent()));
        return Stream.concat(late, silent);
    }

    private static boolean silent(RankView rank) {
        return rank.running() && rank.silent().toSeconds() > SILENT;
    }

    private Look look(RankView rank) {
        if (rank.failed()) {
            return Look.BAD;
        }
        return slow.contains(rank.name()) || silent(rank) || rank.alone() ? Look.SLOW : Look.PLAIN;
    }

    private ScreenLine line(RankRow row) {
        return new ScreenLine(
                row.look(),
                line(
                        row.name(),
                        row.host(),
                        slow.contains(row.name()) ? "slow" : row.state(),
                        List.of(
                                Cells.whole(row.step()),
                                Cells.loss(row.loss()),
                                Cells.number(row.samplesPerSecond()),
                                Cells.perCent(row.cpu()),
                                Cells.memory(row.memoryKb()),
                                Cells.time(row.silent()))));
    }

    /** Nine columns, without load and memory where there is no room. */
    private String line(String name, String host, String state, List<String> numbers) {
        boolean narrow = columns < NARROW;
        int[] widths = {7, 8, 7, narrow ? 0 : 5, narrow ? 0 : 5, 5};
        int nameWidth = nameWidth();
        int left = nameWidth + 1 + 10;
        StringBuilder tail = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            if (widths[i] > 0) {
                tail.append(' ').append(Cells.right(numbers.get(i), widths[i]));
            }
        }
        int hostWidth = Math.clamp(columns - left - 1 - tail.length(), 0, 30);
        return Cells.left(name, nameWidth) + " " + Cells.left(host, hostWidth) + " " + Cells.left(state, 10) + tail;
    }

    private int nameWidth() {
        return picture.ranks().stream().mapToInt(rank -> rank.name().length()).reduce(9, Math::max);
    }
}
