package jfab.control.cli.output;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** The summary's rows under their headings: exit code and time to the right, the second column painted. */
final class Table {
    private static final int PAINTED = 1;
    private static final List<Integer> RIGHT = List.of(2, 3);

    private record Row(List<String> cells, UnaryOperator<String> paint) {}

    private final List<Row> rows = new ArrayList<>();

    Table(String... headings) {
        add(List.of(headings), UnaryOperator.identity());
    }

    void add(List<String> cells, UnaryOperator<String> paint) {
        rows.add(new Row(cells, paint));
    }

    String text() {
        StringBuilder text = new StringBuilder();
        for (Row row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.cells().size(); column++) {
                String cell = padded(row.cells().get(column), column);
                line.append(column == 0 ? "" : "  ")
                        .append(column == PAINTED ? row.paint().apply(cell) : cell);
            }
            text.append(line.toString().stripTrailing()).append("\n");
        }
        return text.toString();
    }

    private String padded(String cell, int column) {
        int width = rows.stream()
                .mapToInt(row -> row.cells().get(column).length())
                .max()
                .orElse(0);
        String blanks = " ".repeat(width - cell.length());
        return RIGHT.contains(column) ? blanks + cell : cell + blanks;
    }
}
