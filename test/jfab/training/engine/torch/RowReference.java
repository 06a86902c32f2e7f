package jfab.training.engine.torch;

import java.util.Arrays;

/** Formulas over rows and over sequences of rows, written as plain loops in double precision. */
final class RowReference {
    private RowReference() {}

    /** Rows of {@code a} beside those of {@code b}. */
    static double[] beside(double[] a, int columnsOfA, double[] b, int columnsOfB) {
        double[] out = new double[a.length + b.length];
        int columns = columnsOfA + columnsOfB;
        for (int i = 0; i < out.length; i++) {
            int row = i / columns;
            int column = i % columns;
            out[i] = column < columnsOfA ? a[row * columnsOfA + column] : b[row * columnsOfB + column - columnsOfA];
        }
        return out;
    }

    static double[] cosine(double[] x, double[] y, int columns) {
        double[] out = new double[x.length / columns];
        for (int row = 0; row < out.length; row++) {
            double product = 0;
            double left = 0;
            double right = 0;
            for (int i = row * columns; i < (row + 1) * columns; i++) {
                product += x[i] * y[i];
                left += x[i] * x[i];
                right += y[i] * y[i];
            }
            out[row] = product / Math.sqrt(left) / Math.sqrt(right);
        }
        return out;
    }

    /** Row {@code ids[i]} of the table, zeros for {@code padding}. */
    static double[] rows(double[] table, int columns, int padding, int... ids) {
        double[] out = new double[ids.length * columns];
        for (int i = 0; i < out.length; i++) {
            int id = ids[i / columns];
            out[i] = id == padding ? 0 : table[id * columns + i % columns];
        }
        return out;
    }

    static double[] pool(double[] x, int columns, String type, int... lengths) {
        double[] out = new double[lengths.length * columns];
        int start = 0;
        for (int sequence = 0; sequence < lengths.length; sequence++) {
            int length = lengths[sequence];
            for (int column = 0; column < columns && length > 0; column++) {
                double[] values = new double[length];
                for (int i = 0; i < length; i++) {
                    values[i] = x[(start + i) * columns + column];
                }
                double sum = Arrays.stream(values).sum();
                out[sequence * columns + column] = switch (type) {
                    case "sum" -> sum;
                    case "average" -> sum / length;
                    case "sqrt" -> sum / Math.sqrt(length);
                    case "max" -> Arrays.stream(values).max().orElseThrow();
                    case "first" -> values[0];
                    case "last" -> values[length - 1];
                    default -> throw new IllegalArgumentException(type);
                };
            }
            start += length;
        }
        return out;
    }

    /** Each row with its neighbours from {@code begin} on, {@code size} rows in all, zeros beyond the ends, times the filter. */
    static double[] convolution(
            double[] x, double[] filter, int columns, int filters, int size, int begin, int... lengths) {
        double[] out = new double[x.length / columns * filters];
        int start = 0;
        for (int length : lengths) {
            for (int row = 0; row < length; row++) {
                for (int j = 0; j < size * columns; j++) {
                    int neighbour = row + begin + j / columns;
                    for (int f = 0; f < filters && neighbour >= 0 && neighbour < length; f++) {
                        out[(start + row) * filters + f] +=
                                x[(start + neighbour) * columns + j % columns] * filter[j * filters + f];
                    }
                }
            }
            start += length;
        }
        return out;
    }

    /** The sum of -weight log(probability) per row. */
    static double[] softCrossEntropy(double[] probabilities, int columns, double[] weights) {
        double[] out = new double[probabilities.length / columns];
        for (int i = 0; i < probabilities.length; i++) {
            out[i / columns] -= weights[i] * Math.log(probabilities[i]);
        }
        return out;
    }

    static double[] combine(
            double[] x, double[] y, int perElementOfY, java.util.function.DoubleBinaryOperator function) {
        double[] out = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            out[i] = function.applyAsDouble(x[i], y[i / perElementOfY % y.length]);
        }
        return out;
    }

    /** One number of each {@code length} that lie {@code stride} apart. */
    static double[] along(double[] x, int length, int stride, java.util.function.ToDoubleFunction<double[]> function) {
        double[] out = new double[x.length / length];
        for (int i = 0; i < out.length; i++) {
            double[] values = new double[length];
            for (int j = 0; j < length; j++) {
                values[j] = x[(i / stride * length + j) * stride + i % stride];
            }
            out[i] = function.applyAsDouble(values);
        }
        return out;
    }
}
