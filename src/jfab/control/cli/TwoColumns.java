package jfab.control.cli;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.text.WordUtils;

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
        return rows.stream()
                .map(row -> {
                    String name = "  " + row.getFirst();
                    String about = row.getLast().isEmpty() ? "" : wrapped(row.getLast(), first);
                    // One that is too long for its column has a line of its own.
                    String between =
                            name.length() > first ? "\n" + " ".repeat(first) : " ".repeat(first - name.length());
                    return (about.isEmpty() ? name : name + between + " " + about) + "\n";
                })
                .collect(Collectors.joining());
    }

    private static String wrapped(String text, int first) {
        String indent = "\n" + " ".repeat(first + 3);
        return text.lines()
                .map(line -> WordUtils.wrap(line, WIDTH - first - 3, indent, false))
                .collect(Collectors.joining(indent));
    }
}
