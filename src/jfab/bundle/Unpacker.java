package jfab.bundle;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/** Unpacks the tar archives that hosts send; a host can place nothing outside the folder that was named for it. */
public final class Unpacker {
    private Unpacker() {}

    /**
     * Unpacks regular files and folders of {@code archive} below {@code folder}; links and devices are left out.
     *
     * <p>The stream stays open behind the end of the archive, because whoever sends one may still pad it.
     */
    public static void unpack(InputStream archive, Path folder) throws IOException {
        Path root = folder.toAbsolutePath().normalize();
        TarArchiveInputStream tar = new TarArchiveInputStream(archive);
        for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
            Path path = entry.resolveIn(root);
            if (entry.isDirectory()) {
                Files.createDirectories(path);
            } else if (entry.isFile()) {
                Files.createDirectories(path.resolveSibling(""));
                Files.copy(tar, path);
            }
        }
    }
}
