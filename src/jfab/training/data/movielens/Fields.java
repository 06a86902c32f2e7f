package jfab.training.data.movielens;

import java.util.ArrayList;
import java.util.List;
import jfab.training.data.TextLine;

/** The parts of a line between {@code ::}. */
record Fields(TextLine line, List<String> parts) {
    private static final String SEPARATOR = "::";

    /** Splits {@code line}, which must have {@code count} fields. */
    static Fields of(TextLine line, int count) {
        List<String> parts = new ArrayList<>(count);
        int from = 0;
        for (int end = line.text().indexOf(SEPARATOR);
                end >= 0;
                end = line.text().indexOf(SEPARATOR, from)) {
            parts.add(line.text().substring(from, end));
            from = end + SEPARATOR.length();
        }
        parts.add(line.text().substring(from));
        if (parts.size() != count) {
            throw line.error(" has " + parts.size() + " fields between '::' instead of " + count);
        }
        return new Fields(line, parts);
    }

    String text(int index) {
        return parts.get(index);
    }

    /** A whole number from 0. */
    int number(int index) {
        try {
            int number = Integer.parseInt(parts.get(index));
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw line.error(": '" + parts.get(index) + "' is not a number", e);
        }
        throw line.error(": the number " + parts.get(index) + " is negative");
    }
}
