package jfab.control.watch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Numbers as a curve of characters, the largest and the least beside it. */
final class Curve {
    private static final int LABEL = 9;

    private Curve() {}

    /** The curve of {@code values}, from the first to the last, in {@code rows} lines of {@code columns} characters. */
    static List<String> of(List<Double> values, int columns, int rows) {
        double[] known = values.stream()
                .filter(Double::isFinite)
                .mapToDouble(Double::doubleValue)
                .toArray();
        if (known.length < 2 || rows < 1 || columns <= LABEL + 2) {
            return List.of();
        }
        double least = Arrays.stream(known).min().orElseThrow();
        double most = Arrays.stream(known).max().orElseThrow();
        Braille field = new Braille(columns - LABEL - 1, rows);
        int before = -1;
        for (int x = 0; x < field.width(); x++) {
            double value = mean(known, x, field.width());
            int y = most == least
                    ? field.height() / 2
                    : (int) Math.round((value - least) / (most - least) * (field.height() - 1));
            field.column(x, before < 0 ? y : before, y);
            before = y;
        }
        List<String> lines = new ArrayList<>();
        for (String line : field.lines()) {
            String label = lines.isEmpty() ? Cells.number(most) : lines.size() == rows - 1 ? Cells.number(least) : "";
            lines.add(" ".repeat(Math.max(0, LABEL - label.length())) + label + " " + line);
        }
        return lines;
    }

    /** Of those numbers that one column of dots stands for. */
    private static double mean(double[] values, int x, int width) {
        int from = (int) ((long) x * values.length / width);
        int to = Math.max(from + 1, (int) ((long) (x + 1) * values.length / width));
        return Arrays.stream(values, from, to).average().orElseThrow();
    }
}
