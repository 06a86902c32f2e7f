package jfab.training.data.files;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Stream;
import jfab.training.data.DataException;

/**
 * What one sample is made of: the fields of a line, or a file and the name of its folder.
 *
 * @param place within the file, {@code line 7: }; empty for the whole file
 * @param fields texts by name
 */
record Item(Path file, String place, Map<String, String> fields) {
    String field(String name) {
        String text = fields.get(name);
        if (text == null) {
            String there = String.join(", ", fields.keySet());
            throw new DataException(
                    file, "there is no column '" + name + "'; there are " + there + separated(fields.keySet()));
        }
        return text;
    }

    /** What to write where the only field is a whole line, because something else stands between its fields. */
    static String separated(Collection<String> fields) {
        String only = fields.size() == 1 ? fields.iterator().next().strip() : "";
        return Stream.of(";", "\t", ",", "|", " ")
                .filter(only::contains)
                .findFirst()
                .map(sign -> "; for these to be several, write separator: '" + sign.replace("\t", "\\t") + "'")
                .orElse("");
    }

    DataException error(String problem) {
        return new DataException(file, place + problem);
    }
}
