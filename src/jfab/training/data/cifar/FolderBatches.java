package jfab.training.data.cifar;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import jfab.training.data.ByteSource;
import jfab.training.data.DataException;
import org.jspecify.annotations.Nullable;

/** The files of a set in a folder: all in the binary version, or all in Python's. */
final class FolderBatches implements BatchFiles {
    private final Iterator<Path> files;
    private @Nullable ByteSource open;

    FolderBatches(Path folder, CifarSet set) {
        String suffix = holds(folder, set, CifarSet.BINARY) ? CifarSet.BINARY : "";
        files = set.batches().stream()
                .map(batch -> folder.resolve(batch + suffix))
                .iterator();
    }

    /** Whether there is any file of {@code set} in {@code folder}. */
    static boolean holds(Path folder, CifarSet set) {
        return holds(folder, set, "") || holds(folder, set, CifarSet.BINARY);
    }

    /** Says which file of {@code set} is missing. */
    static void check(Path folder, CifarSet set) {
        new FolderBatches(folder, set).files.forEachRemaining(file -> {
            if (!Files.isRegularFile(file)) {
                throw new DataException(file, "no such file");
            }
        });
    }

    private static boolean holds(Path folder, CifarSet set, String suffix) {
        return set.batches().stream().anyMatch(batch -> Files.isRegularFile(folder.resolve(batch + suffix)));
    }

    @Override
    public @Nullable BatchFile next() {
        close();
        if (!files.hasNext()) {
            return null;
        }
        Path file = files.next();
        ByteSource bytes = ByteSource.open(file);
        open = bytes;
        return new BatchFile(String.valueOf(file.getFileName()), bytes);
    }

    @Override
    public void close() {
        ByteSource last = open;
        if (last != null) {
            last.close();
        }
        open = null;
    }
}
