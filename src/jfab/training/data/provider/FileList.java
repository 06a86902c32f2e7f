package jfab.training.data.provider;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import jfab.training.data.ByteOrderMark;
import jfab.training.data.DataException;

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
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(more.getBytes(StandardCharsets.UTF_8));
            byte[] buffer = new byte[1 << 16];
            for (Entry entry : entries()) {
                Path data = Path.of(entry.name());
                digest.update(("\n" + entry.name() + " " + Files.size(data) + "\n").getBytes(StandardCharsets.UTF_8));
                try (InputStream in = new DigestInputStream(Files.newInputStream(data), digest)) {
                    while (in.read(buffer) >= 0) {
                        // The digest takes what is read.
                    }
                }
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException e) {
            throw DataException.reading(file, e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
