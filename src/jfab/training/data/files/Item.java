package jfab.training.data.files;

import java.nio.file.Path;
import java.util.Map;
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
            throw new DataException(
                    file, place + "there is no column '" + name + "'; there are " + String.join(", ", fields.keySet()));
        }
        return text;
    }

    DataException error(String problem) {
        return new DataException(file, place + problem);
    }
}
