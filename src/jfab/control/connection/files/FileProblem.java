package jfab.control.connection.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;

/** Why a file or folder of this machine could not be read or written, for people: of many failures the message is only its path. */
public final class FileProblem {
    private FileProblem() {}

    /** One sentence without its end. */
    public static String of(IOException failure) {
        return switch (failure) {
            case AccessDeniedException denied -> "permission denied for " + denied.getFile();
            case NoSuchFileException missing -> missing.getFile() + ": no such file or directory";
            case FileAlreadyExistsException file -> file.getFile() + " is a file and no folder";
            default -> String.valueOf(failure.getMessage());
        };
    }
}
