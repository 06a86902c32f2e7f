package jfab.training.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * UCI's Boston housing data: 13 features and a price per row, in file order.
 *
 * <p>Each feature is centred and divided by its range over all rows. The first four fifths of the rows are for training.
 */
public final class Housing {
    /** Features of a house. */
    public static final int FEATURES = 13;

    private final List<Sample> samples;

    private Housing(List<Sample> samples) {
        this.samples = samples;
    }

    /** Reads {@code housing.data}, a file of 14 numbers per line between blanks. */
    public static Housing read(Path file) {
        try {
            List<double[]> rows = new ArrayList<>();
            int line = 0;
            for (String text : Files.readAllLines(file)) {
                line++;
                if (!text.isBlank()) {
                    rows.add(parse(file, line, text.strip().split("\\s+")));
                }
            }
            if (rows.isEmpty()) {
                throw new DataException(file, "holds no rows");
            }
            return new Housing(normalize(rows));
        } catch (IOException e) {
            throw DataException.reading(file, e);
        }
    }

    /** The first 80 %, rounded down. */
    public Reader<Sample> train() {
        return samples.subList(0, split())::iterator;
    }

    /** The rest. */
    public Reader<Sample> test() {
        return samples.subList(split(), samples.size())::iterator;
    }

    private int split() {
        return samples.size() * 4 / 5;
    }

    private static double[] parse(Path file, int line, String[] fields) {
        if (fields.length != FEATURES + 1) {
            throw new DataException(
                    file, "line " + line + " has " + fields.length + " numbers instead of " + (FEATURES + 1));
        }
        double[] row = new double[fields.length];
        for (int i = 0; i < row.length; i++) {
            try {
                row[i] = Double.parseDouble(fields[i]);
            } catch (NumberFormatException e) {
                throw new DataException(file, "line " + line + ": '" + fields[i] + "' is not a number", e);
            }
        }
        return row;
    }

    private static List<Sample> normalize(List<double[]> rows) {
        double[] mean = new double[FEATURES];
        double[] range = new double[FEATURES];
        for (int feature = 0; feature < FEATURES; feature++) {
            int column = feature;
            var statistics = rows.stream().mapToDouble(row -> row[column]).summaryStatistics();
            mean[feature] = statistics.getAverage();
            range[feature] = statistics.getMax() - statistics.getMin();
        }
        return rows.stream()
                .map(row -> {
                    float[] features = new float[FEATURES];
                    for (int i = 0; i < FEATURES; i++) {
                        // A feature that is the same everywhere says nothing; 0 / 0 would say NaN.
                        features[i] = range[i] == 0 ? 0 : (float) ((row[i] - mean[i]) / range[i]);
                    }
                    return Sample.of(Column.reals(features), Column.reals((float) row[FEATURES]));
                })
                .toList();
    }
}
