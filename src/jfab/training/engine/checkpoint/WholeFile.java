package jfab.training.engine.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** A file that appears under its name whole or not at all. */
final class WholeFile {
    private WholeFile() {}

    /** Writes the bytes of a file, from the first to the last. */
    @FunctionalInterface
    interface Content {
        void writeTo(FileChannel out) throws IOException;
    }

    /** Writes {@code file} under another name first, onto the disk, then renames it; makes its folder where it is missing. */
    static void write(Path file, Content content) {
        Path folder = file.toAbsolutePath().getParent();
        Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
        try {
            Files.createDirectories(folder);
            try (FileChannel out = FileChannel.open(
                    temporary,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE)) {
                content.writeTo(out);
                out.force(true);
            }
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            try (FileChannel directory = FileChannel.open(folder, StandardOpenOption.READ)) {
                directory.force(true);
            }
        } catch (IOException e) {
            throw new CheckpointException(file, "cannot be written: " + reason(e), e);
        } finally {
            discard(temporary);
        }
    }

    static void drain(FileChannel out, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            out.write(bytes);
        }
    }

    static String reason(IOException e) {
        String message = e.getMessage();
        return message == null ? e.getClass().getSimpleName() : message;
    }

    private static void discard(Path temporary) {
        try {
            Files.deleteIfExists(temporary);
        } catch (IOException e) {
            // What stopped the writing is being reported already; a leftover under this name is replaced by the next
            // one.
            return;
        }
    }
}
