package jfab.training.data.cifar;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import jfab.training.data.ByteSource;
import jfab.training.data.DataException;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.jspecify.annotations.Nullable;

/** The files of a set inside a {@code .tar.gz}, in the archive's order. */
final class ArchiveBatches implements BatchFiles {
    private final Path archive;
    private final TarArchiveInputStream tar;
    private final TreeSet<String> missing;

    private ArchiveBatches(Path archive, CifarSet set, InputStream in) {
        this.archive = archive;
        this.tar = new TarArchiveInputStream(in);
        this.missing = new TreeSet<>(set.batches());
    }

    static ArchiveBatches open(Path archive, CifarSet set) {
        try {
            InputStream file = Files.newInputStream(archive);
            try {
                return new ArchiveBatches(archive, set, new GZIPInputStream(file, 1 << 16));
            } catch (IOException e) {
                file.close();
                throw e;
            }
        } catch (IOException e) {
            throw DataException.reading(archive, e);
        }
    }

    @Override
    public @Nullable BatchFile next() {
        try {
            // The rest of the archive is the other set's.
            while (!missing.isEmpty()) {
                TarArchiveEntry entry = tar.getNextEntry();
                if (entry == null) {
                    throw new DataException(archive, "holds no " + String.join(", ", missing));
                }
                String name = entry.getName().substring(entry.getName().lastIndexOf('/') + 1);
                if (entry.isFile() && missing.remove(name.replace(CifarSet.BINARY, ""))) {
                    return new BatchFile(name, ByteSource.ofEntry(archive, name, tar));
                }
            }
            return null;
        } catch (IOException e) {
            throw DataException.reading(archive, e);
        }
    }

    @Override
    public void close() {
        try {
            tar.close();
        } catch (IOException e) {
            throw DataException.reading(archive, e);
        }
    }
}
