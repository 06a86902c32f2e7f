package jfab.training.data;

import java.util.List;

/** One column per variable that the sample feeds. */
public record Sample(List<Column> columns) {
    public Sample {
        columns = List.copyOf(columns);
    }

    public static Sample of(Column... columns) {
        return new Sample(List.of(columns));
    }
}
