package jfab.training.train.v1;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jfab.training.engine.checkpoint.CheckpointException;

/** A folder that a pass was saved in. */
final class SavedFolder {
    private SavedFolder() {}

    /** Removes it with the files in it. */
    static void remove(Path folder) {
        try {
            try (var files = Files.list(folder)) {
                List<Path> all = files.toList();
                for (Path file : all) {
                    Files.delete(file);
                }
            }
            Files.delete(folder);
        } catch (IOException | UncheckedIOException e) {
            throw new CheckpointException(folder, "cannot be removed for --save_only_one: " + e.getMessage(), e);
        }
    }
}
