package jfab.training.data.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import jfab.training.data.Column;
import jfab.training.data.DataException;
import jfab.training.data.files.FileRows.Placed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables whose lines have other fields than names stand before. */
class TableTest {
    private static final Map<String, Rule> RULES =
            Map.of("x", Rule.numbers(List.of("b", "c"), false), "y", Rule.numbers(List.of("a"), false));

    @TempDir
    Path folder;

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static List<String> read(FileRows rows, String variable) {
        List<String> read = new ArrayList<>();
        for (var placed = rows.placed(); placed.hasNext(); ) {
            Placed row = placed.next();
            Column column = Objects.requireNonNull(row.row().get(variable));
            read.add(Arrays.toString(((Column.Reals) column).values()));
        }
        return read;
    }

    @Test
    void severalSpacesStandForOne() throws Exception {
        Path file = write("housing.data", " 0.5  18.00   2.310\n12.5   0.00  -7.070 \n\n");
        FileRows rows = FileRows.table(file, ' ', true, List.of("a", "b", "c"), RULES);
        assertEquals(List.of("[18.0, 2.31]", "[0.0, -7.07]"), read(rows, "x"));
        Path named = write("named.data", " a   b  c \n1  2   3\n");
        assertEquals(List.of("[2.0, 3.0]"), read(FileRows.table(named, ' ', true, List.of(), RULES), "x"));
    }

    @Test
    void whatStandsBetweenFieldsIsHintedAt() throws Exception {
        Path file = write("housing.data", "0.5  18.00   2.310\n");
        FileRows rows = FileRows.table(file, ',', true, List.of("a", "b", "c"), RULES);
        assertEquals(
                file
                        + ": line 1: there is 1 field, and 3 columns: a, b, c; for these to be several, write separator: ' '",
                assertThrows(DataException.class, () -> read(rows, "x")).getMessage());
    }

    @Test
    void newRowsNeedNoFieldsOfAnswers() throws Exception {
        Path file = write("train.csv", "1,2,3\n4,5,6\n");
        FileRows rows = FileRows.table(file, ',', true, List.of("a", "b", "c"), RULES);
        Path fresh = write("new.csv", "8,9\n5,4\n");
        Path whole = write("whole.csv", "7,8,9\n");
        assertEquals(
                List.of("[8.0, 9.0]", "[5.0, 4.0]"),
                read(FileRows.described(rows.description(), fresh, List.of("x")), "x"));
        assertEquals(List.of("[8.0, 9.0]"), read(FileRows.described(rows.description(), whole, List.of("x")), "x"));
        // A file has one of both all through.
        Path mixed = write("mixed.csv", "8,9\n7,8,9\n");
        assertEquals(
                mixed + ": line 2: there are 3 fields, and 2 columns: b, c",
                assertThrows(
                                DataException.class,
                                () -> read(FileRows.described(rows.description(), mixed, List.of("x")), "x"))
                        .getMessage());
    }
}
