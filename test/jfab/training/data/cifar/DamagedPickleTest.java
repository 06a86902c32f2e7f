package jfab.training.data.cifar;

import java.nio.file.Files;
import java.nio.file.Path;
import jfab.tools.Fuzz;
import jfab.training.data.ByteSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pickles that are nearly what they should be. */
class DamagedPickleTest {
    @TempDir
    private Path folder;

    @Test
    void batches() {
        Fuzz.bytes(PickleBytes.batch(new int[] {1, 2}, new byte[2 * Cifar10.PIXELS]), bytes -> {
            try (ByteSource source = ByteSource.open(Files.write(folder.resolve("data_batch_1"), bytes))) {
                PickledBatch.read(source).pictures().forEachRemaining(_ -> {});
            }
        });
    }
}
