package jfab;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Texts that lie beside the classes that use them: scripts for hosts and shells, style sheets. */
public final class TextResource {
    private TextResource() {}

    /** All of the file {@code name} beside {@code user}, in UTF-8. */
    public static String read(Class<?> user, String name) {
        try (InputStream in =
                Objects.requireNonNull(user.getResourceAsStream(name), () -> name + " is missing from this build")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same of a shell script, without the lines that are comments: it travels with each request. */
    public static String script(Class<?> user, String name) {
        return read(user, name).replaceAll("(?m)^\\s*#.*\\n", "");
    }
}
