package jfab.control;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Properties;
import jfab.control.connection.jsch.JschConnector;

/** Which jfab this is, and what it is made with, as the build has recorded it. */
final class Version {
    private Version() {}

    /** A line for each part. */
    static String text() {
        Properties build = new Properties();
        try (InputStream properties = Version.class.getResourceAsStream("version.properties");
                InputStream commit = Version.class.getResourceAsStream("commit")) {
            build.load(Objects.requireNonNull(properties));
            // A build of sources without their history has none.
            String built = commit == null ? "" : new String(commit.readAllBytes(), StandardCharsets.US_ASCII).strip();
            return "jfab %s%s\nJava %s\nJSch %s\nlibtorch %s, in the engine\n"
                    .formatted(
                            build.getProperty("version"),
                            built.isEmpty() ? "" : " (commit " + built + ")",
                            Runtime.version(),
                            JschConnector.version(),
                            // JavaCPP's own version stands behind that of the library.
                            build.getProperty("libtorch").replaceFirst("-.*", ""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
