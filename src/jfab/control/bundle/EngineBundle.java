package jfab.control.bundle;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * The training engine as one gzipped tar archive: Java runtime, jars and native libraries, with {@code bin/train} to start it.
 *
 * @param archive the archive on this machine
 * @param digest its SHA-256 in hexadecimal; hosts keep unpacked bundles by it
 * @param size bytes of the archive
 */
public record EngineBundle(Path archive, String digest, long size) {
    public EngineBundle {
        if (!digest.matches("[0-9a-f]{64}")) {
            throw new BundleException(archive, "its .sha256 file does not hold a SHA-256");
        }
    }

    /** The name of its archive, for GPUs or without. */
    static String name(boolean gpu) {
        return "jfab-train-linux-x86_64" + (gpu ? "-gpu" : "") + ".tar.gz";
    }

    /** The bundle in {@code archive}; the build leaves its digest beside it in a {@code .sha256} file. */
    public static EngineBundle of(Path archive) {
        try {
            String text = Files.readString(digest(archive));
            return new EngineBundle(archive, text.substring(0, Math.min(64, text.length())), Files.size(archive));
        } catch (IOException e) {
            throw new BundleException(
                    archive,
                    e instanceof NoSuchFileException
                            ? digest(archive).getFileName() + ", its SHA-256, is not beside it"
                            : "its SHA-256 cannot be read: " + e.getMessage(),
                    e);
        }
    }

    /** Where the digest of {@code archive} stands. */
    static Path digest(Path archive) {
        return archive.resolveSibling(archive.getFileName() + ".sha256");
    }

    /** The bytes of the archive; the caller closes them. */
    public InputStream open() {
        try {
            return Files.newInputStream(archive);
        } catch (IOException e) {
            throw new BundleException(archive, "cannot be read: " + e.getMessage(), e);
        }
    }
}
