package jfab.control.cli;

import java.util.List;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.Column.Overflow;
import picocli.CommandLine.Help.TextTable;

/** Two columns of text, the second one wrapped. */
final class Table {
    private static final int WIDTH = 100;
    private static final int WIDEST_FIRST = 44;

    private Table() {}

    /** {@code rows} of two cells each. */
    static String of(List<List<String>> rows) {
        int first = rows.stream()
                        .mapToInt(row -> row.getFirst().length())
                        .filter(length -> length <= WIDEST_FIRST)
                        .max()
                        .orElse(0)
                + 4;
        TextTable table = TextTable.forColumns(
                Help.defaultColorScheme(Ansi.OFF),
                new Column(first, 2, Overflow.SPAN),
                new Column(Math.max(WIDTH - first, 40), 1, Overflow.WRAP));
        rows.forEach(row -> table.addRowValues(row.toArray(String[]::new)));
        return table.toString();
    }
}
