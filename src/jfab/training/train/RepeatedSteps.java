package jfab.training.train;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * How far a script has come on its way back to a checkpoint, for those who ask its host: the file {@code repeating} beside the
 * metrics, {@code 120 500}, which is there as long as it repeats.
 */
final class RepeatedSteps {
    private static final String NAME = "repeating";

    private RepeatedSteps() {}

    /** It has {@code step} of {@code position} steps behind it once more. */
    static void tell(Path folder, long step, long position) {
        try {
            Files.createDirectories(folder);
            Path next = folder.resolve(NAME + ".new");
            Files.writeString(next, step + " " + position + "\n");
            Files.move(next, folder.resolve(NAME), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            // It trains no less, and what it needs of the disk will say so.
        }
    }

    static void end(Path folder) {
        try {
            Files.deleteIfExists(folder.resolve(NAME));
        } catch (IOException e) {
            // As above.
        }
    }
}
