package jfab.training.engine.checkpoint;

import java.nio.file.Path;
import jfab.JfabException;

/** A checkpoint that cannot be written or read; the message begins with the file. */
public final class CheckpointException extends JfabException {
    public CheckpointException(Path file, String problem) {
        super(file + ": " + problem);
    }

    public CheckpointException(Path file, String problem, Throwable cause) {
        super(file + ": " + problem, cause);
    }
}
