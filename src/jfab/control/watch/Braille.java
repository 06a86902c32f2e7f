package jfab.control.watch;

import java.util.ArrayList;
import java.util.List;

/** A field of dots, two by four in each character of Unicode's Braille patterns. */
final class Braille {
    private static final int EMPTY = 0x2800;
    private static final int[][] DOTS = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};

    private final int[][] cells;

    Braille(int columns, int rows) {
        cells = new int[rows][columns];
    }

    int width() {
        return cells[0].length * 2;
    }

    int height() {
        return cells.length * 4;
    }

    /** Sets a dot; 0, 0 is the lower left one. */
    void set(int x, int y) {
        int down = height() - 1 - y;
        cells[down / 4][x / 2] |= DOTS[down % 4][x % 2];
    }

    /** Sets the dots from one height to another, both included. */
    void column(int x, int from, int to) {
        for (int y = Math.min(from, to); y <= Math.max(from, to); y++) {
            set(x, y);
        }
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (int[] row : cells) {
            StringBuilder line = new StringBuilder();
            for (int cell : row) {
                line.append((char) (EMPTY + cell));
            }
            lines.add(line.toString());
        }
        return lines;
    }
}
