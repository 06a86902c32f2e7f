package jfab.training.data.provider;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import jfab.training.data.ByteOrderMark;
import jfab.training.data.DataException;
import org.apache.commons.codec.digest.DigestUtils;

/** A file with the path of a data file on each line, {@code train.list}; blank lines are passed over. */
record FileList(Path file) {
    /** One line of the list. */
    record Entry(int line, String name) {}

    /** The files, all of which must be there. */
    List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        try {
            List<String> lines = Files.readAllLines(file);
            for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i);
                String name = (i == 0 ? ByteOrderMark.without(line) : line).strip();
                if (!name.isEmpty()) {
                    if (!Files.isRegularFile(Path.of(name))) {
                        throw new DataException(file, "line " + (i + 1) + ": there is no file " + name);
                    }
                    entries.add(new Entry(i + 1, name));
                }
            }
        } catch (IOException e) {
            throw DataException.reading(file, e);
        }
        if (entries.isEmpty()) {
            throw new DataException(file, "names no files");
        }
        return entries;
    }

    /** What tells this list with the contents of its files, and {@code more}, from others. */
    String digest(String more) {
        try {
            MessageDigest digest = DigestUtils.getSha256Digest();
            DigestUtils.updateDigest(digest, more);
            for (Entry entry : entries()) {
                Path data = Path.of(entry.name());
                DigestUtils.updateDigest(digest, "\n" + entry.name() + " " + Files.size(data) + "\n");
                DigestUtils.updateDigest(digest, data);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException e) {
            throw DataException.reading(file, e);
        }
    }
}
