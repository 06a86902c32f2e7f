package jfab.training.data.files;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import jfab.training.data.DataException;
import jfab.training.data.Reader;
import jfab.training.data.ReaderException;

/** Readers of arrays that NumPy has saved: a row of each for every sample, by the names of variables. */
public final class ArrayRows {
    private ArrayRows() {}

    /** A file for each variable. */
    public static Reader<Object> npy(Map<String, String> files) {
        Map<String, ArrayFile> arrays = new LinkedHashMap<>();
        files.forEach((name, file) -> arrays.put(name, ArrayFile.read(Path.of(file), "")));
        return together(arrays);
    }

    /** An array of one file for each variable. */
    public static Reader<Object> npz(Path file, Map<String, String> entries) {
        if (!file.toString().endsWith(".npz")) {
            throw new DataException(
                    file, "is no .npz, in which arrays have names; a .npy has one: npy(columns: [x: '" + file + "'])");
        }
        Map<String, ArrayFile> arrays = new LinkedHashMap<>();
        entries.forEach((name, entry) -> arrays.put(name, ArrayFile.read(file, entry)));
        return together(arrays);
    }

    private static Reader<Object> together(Map<String, ArrayFile> arrays) {
        if (arrays.isEmpty()) {
            throw new ReaderException(
                    "columns says nothing of what variables are fed: columns: [x: 'images', y: 'labels']");
        }
        ArrayFile first = arrays.values().iterator().next();
        for (ArrayFile array : arrays.values()) {
            if (array.rows() != first.rows() || array.rows() == 0) {
                throw new DataException(
                        array.file(),
                        array.name() + "has " + array.rows() + " rows"
                                + (array.rows() == 0
                                        ? ""
                                        : ", and " + first.file().getFileName() + " has " + first.rows()));
            }
        }
        return () -> IntStream.range(0, first.rows())
                .<Object>mapToObj(row -> {
                    Map<String, Object> columns = new LinkedHashMap<>();
                    arrays.forEach((name, array) -> columns.put(name, array.row(row)));
                    return columns;
                })
                .iterator();
    }
}
