package jfab.control.connection.command;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a command reads as its standard input. */
@FunctionalInterface
public interface Input {
    /** A stream of its own for one run, which the run closes. */
    InputStream open() throws IOException;

    /** Text, bytes, a file or a stream. */
    static Input of(Object source) {
        return switch (source) {
            case CharSequence text ->
                () -> new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.UTF_8));
            case byte[] bytes -> () -> new ByteArrayInputStream(bytes);
            case File file -> file(file.toPath());
            case Path file -> file(file);
            case InputStream stream -> () -> GivenStream.of(stream);
            case Reader reader ->
                () -> new ByteArrayInputStream(GivenStream.text(reader).getBytes(StandardCharsets.UTF_8));
            case Input input -> input;
            default -> throw OptionException.value("in", source, "text, bytes, a file, a stream, true or false");
        };
    }

    private static Input file(Path file) {
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new OptionException("in: there is no file " + file + " here, or it cannot be read");
        }
        return () -> Files.newInputStream(file);
    }
}
