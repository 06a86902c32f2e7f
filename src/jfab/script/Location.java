package jfab.script;

import java.nio.file.Path;

/** A place in a script that a user wrote; {@code line} is 1 for the first line, 0 where no line is known. */
public record Location(Path file, int line) {
    @Override
    public String toString() {
        return line > 0 ? file + ":" + line : file.toString();
    }
}
