package jfab.training.data.rows;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jfab.PlainText;
import jfab.training.data.Column;
import jfab.training.data.ReaderException;
import jfab.training.data.Sample;
import org.jspecify.annotations.Nullable;

/** One row, whatever it is made of: a {@link Sample}, a list or an array with a column per slot, a map by names, or one value. */
public final class Row {
    private Row() {}

    /**
     * A column per slot.
     *
     * @param place of the row, for errors
     */
    public static List<Column> columns(String place, @Nullable Object row, List<Slot> slots) {
        List<Column> columns = new ArrayList<>(slots.size());
        if (row instanceof Map<?, ?> map) {
            for (Slot slot : slots) {
                if (!map.containsKey(slot.name())) {
                    throw new ReaderException(place + " has no '" + slot.name() + "'; it has " + map.keySet());
                }
                columns.add(slot.column(place, map.get(slot.name())));
            }
            return columns;
        }
        List<?> values = values(row, slots);
        if (values.size() < slots.size() || (values.size() > slots.size() && !(row instanceof Sample))) {
            throw new ReaderException(place + " has " + PlainText.counted(values.size(), "column")
                    + ", and what is fed are " + slots.size() + ": "
                    + String.join(", ", slots.stream().map(Slot::name).toList()));
        }
        for (int i = 0; i < slots.size(); i++) {
            columns.add(slots.get(i).column(place, values.get(i)));
        }
        return columns;
    }

    private static List<?> values(@Nullable Object row, List<Slot> slots) {
        if (row instanceof Sample sample) {
            return sample.columns();
        }
        List<?> list = Slot.elements(row);
        if (list == null || (slots.size() == 1 && list.size() != 1)) {
            // The only variable need not be wrapped in a list of one.
            List<@Nullable Object> one = new ArrayList<>();
            one.add(row);
            return one;
        }
        return list;
    }

    /** The columns of several rows side by side, as one row; of maps one map. */
    public static Object joined(List<?> rows) {
        if (rows.stream().allMatch(Map.class::isInstance)) {
            Map<Object, @Nullable Object> all = new LinkedHashMap<>();
            for (Object row : rows) {
                ((Map<?, ?>) row).forEach((name, value) -> {
                    if (all.containsKey(name)) {
                        throw new ReaderException("compose: two of the readers have a column '" + name + "'");
                    }
                    all.put(name, value);
                });
            }
            return all;
        }
        List<@Nullable Object> all = new ArrayList<>();
        for (Object row : rows) {
            if (row instanceof Map<?, ?>) {
                throw new ReaderException("compose takes rows with names or rows without, and these are mixed");
            }
            List<?> list =
                    row instanceof Sample sample ? sample.columns() : row instanceof List<?> values ? values : null;
            if (list == null) {
                all.add(row);
            } else {
                all.addAll(list);
            }
        }
        return all;
    }
}
