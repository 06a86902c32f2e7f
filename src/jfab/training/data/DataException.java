package jfab.training.data;

import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.ZipException;
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

    /** What {@code failure}, met while {@code file} was read, says about the file. */
    public static DataException reading(Path file, IOException failure) {
        return switch (failure) {
            case NoSuchFileException e -> new DataException(file, "no such file", e);
            case AccessDeniedException e -> new DataException(file, "may not be read by this user", e);
            case ZipException e -> new DataException(file, "is damaged: " + e.getMessage(), e);
            case EOFException e -> new DataException(file, "is damaged: " + e.getMessage(), e);
            default -> new DataException(file, "cannot be read: " + failure.getMessage(), failure);
        };
    }

    /** Whether the file was read, and what stands in it is wrong. */
    public boolean isOfContent() {
        return !(getCause() instanceof IOException)
                || getCause() instanceof CharacterCodingException
                || getCause() instanceof ZipException
                || getCause() instanceof EOFException;
    }

    public Path file() {
        return file;
    }
}
