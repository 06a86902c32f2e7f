package jfab.training.train;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * How far a script has come on its way back to a checkpoint, for those who ask its host: the file {@code repeating} beside the
 * metrics, {@code 120 500 38} with about how many seconds it still takes, which is there as long as it repeats.
 */
final class RepeatedSteps {
    private static final String NAME = "repeating";

    private RepeatedSteps() {}

    /** Seconds that {@code left} more steps take, where {@code made}, 1 or more, took so long. */
    static long left(long made, long nanoseconds, long left) {
        return Math.round(nanoseconds / 1e9 / made * left);
    }

    /** It has {@code step} of {@code position} steps behind it once more, all but the first of which took so long: before that it has read data. */
    static void tell(Path folder, long step, long position, long nanoseconds) {
        try {
            Files.createDirectories(folder);
            Path next = folder.resolve(NAME + ".new");
            Files.writeString(next, step + " " + position + " " + left(step - 1, nanoseconds, position - step) + "\n");
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
