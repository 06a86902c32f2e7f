package jfab.control.cli;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.Column.Overflow;
import picocli.CommandLine.Help.TextTable;

/** Two columns of text, the second one wrapped, for a terminal of 80 columns. */
final class TwoColumns {
    private static final int WIDTH = 80;
    private static final int WIDEST_FIRST = 30;

    private TwoColumns() {}

    /** {@code rows} of two cells each. */
    static String of(List<List<String>> rows) {
        return text(rows, first(rows.stream()));
    }

    /** Rows of two cells each under their headings, all with columns of the same width. */
    static String of(Map<String, List<List<String>>> sections) {
        int first = first(sections.values().stream().flatMap(List::stream));
        return sections.entrySet().stream()
                .map(section -> "\n" + section.getKey() + ":\n" + text(section.getValue(), first))
                .collect(Collectors.joining());
    }

    /** {@code rows} of two cells each, a line each: places of files stay whole, however long. */
    static String unwrapped(List<List<String>> rows) {
        String row = "  %-" + (first(rows.stream()) - 4) + "s  %s%n";
        return rows.stream().map(cells -> row.formatted(cells.toArray())).collect(Collectors.joining());
    }

    private static int first(Stream<List<String>> rows) {
        return rows.mapToInt(row -> row.getFirst().length())
                        .filter(length -> length <= WIDEST_FIRST)
                        .max()
                        .orElse(0)
                + 4;
    }

    private static String text(List<List<String>> rows, int first) {
        TextTable table = TextTable.forColumns(
                Help.defaultColorScheme(Ansi.OFF),
                new Column(first, 2, Overflow.SPAN),
                new Column(WIDTH - first, 1, Overflow.WRAP));
        rows.forEach(row -> table.addRowValues(row.toArray(String[]::new)));
        return table.toString();
    }
}
