package jfab.data;

import java.nio.file.Path;
import jfab.JfabException;

/** A data file that is missing, damaged or of another format; the message begins with the file. */
public final class DataException extends JfabException {
    private final transient Path file;

    public DataException(Path file, String problem) {
        super(file + ": " + problem);
        this.file = file;
    }

    public DataException(Path file, String problem, Throwable cause) {
        super(file + ": " + problem, cause);
        this.file = file;
    }

    public Path file() {
        return file;
    }
}
