package jfab.control.cli.output;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** The summary's rows under their headings: exit code and time to the right, the second column painted, the last one cut. */
final class SummaryTable {
    private static final int WIDTH = 80;
    /** Of the last column, even where the others leave it less room: the reason of a failure takes so much. */
    private static final int LEAST = 40;

    private static final int PAINTED = 1;
    private static final List<Integer> RIGHT = List.of(2, 3);

    private record Row(List<String> cells, UnaryOperator<String> paint) {}

    private final List<Row> rows = new ArrayList<>();

    SummaryTable(String... headings) {
        add(List.of(headings), UnaryOperator.identity());
    }

    void add(List<String> cells, UnaryOperator<String> paint) {
        rows.add(new Row(cells, paint));
    }

    String text() {
        int last = rows.getFirst().cells().size() - 1;
        StringBuilder text = new StringBuilder();
        for (Row row : rows) {
            StringBuilder line = new StringBuilder();
            int room = WIDTH;
            for (int column = 0; column < last; column++) {
                String cell = padded(row.cells().get(column), column);
                line.append(column == PAINTED ? row.paint().apply(cell) : cell).append("  ");
                room -= cell.length() + 2;
            }
            line.append(cut(row.cells().get(last), Math.max(room, LEAST)));
            text.append(line.toString().stripTrailing()).append("\n");
        }
        return text.toString();
    }

    private static String cut(String cell, int most) {
        int letters = cell.codePointCount(0, cell.length());
        return letters <= most ? cell : cell.substring(0, cell.offsetByCodePoints(0, most - 3)) + "...";
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
