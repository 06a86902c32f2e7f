package jfab.control.bundle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What tells whether a file is written to while it is read: then a part of what was read is of another version than the rest.
 *
 * @param key of the file itself, which a file that takes its place by a renaming has not
 */
public record FileVersion(Path file, @Nullable Object key, FileTime modified, long size) {
    public static FileVersion of(Path file) throws IOException {
        BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
        return new FileVersion(file, found.fileKey(), found.lastModifiedTime(), found.size());
    }

    /**
     * Whether it has grown since, as a log does; what it had before is taken to be as it was.
     *
     * @throws IOException when it was written to without that
     */
    public boolean grown() throws IOException {
        FileVersion now;
        try {
            now = of(file);
        } catch (NoSuchFileException e) {
            // What is open stays whole.
            return false;
        }
        if (!Objects.equals(now.key, key) || now.modified.equals(modified)) {
            return false;
        }
        if (now.size <= size) {
            throw new IOException(
                    file
                            + " was written to while it was sent, and what was read would be of two versions; send it when that is done");
        }
        return true;
    }
}
