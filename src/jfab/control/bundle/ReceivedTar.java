package jfab.control.bundle;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.jspecify.annotations.Nullable;

/** The tar archive that a host sends, whose headers take no more memory here than names and attributes need. */
final class ReceivedTar {
    private static final int MOST_OF_A_HEADER = 1 << 20;

    private final Headers headers;
    private final TarArchiveInputStream tar;

    /** Counts what is read for one entry's headers; names of any length are held in memory by commons-compress. */
    private static final class Headers extends FilterInputStream {
        private boolean counting;
        private int left;

        Headers(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int read = super.read();
            count(1);
            return read;
        }

        @Override
        public int read(byte[] bytes, int start, int length) throws IOException {
            int read = super.read(bytes, start, length);
            count(read);
            return read;
        }

        private void count(int read) throws IOException {
            if (counting && read > 0) {
                left -= read;
                if (left < 0) {
                    throw new IOException("the host sends a name or attributes of more than 1 MB");
                }
            }
        }
    }

    ReceivedTar(InputStream archive) {
        headers = new Headers(archive);
        tar = new TarArchiveInputStream(headers, "UTF-8");
    }

    /** The next entry; null at the end. */
    @Nullable
    TarArchiveEntry next() throws IOException {
        headers.left = MOST_OF_A_HEADER;
        headers.counting = true;
        try {
            TarArchiveEntry entry = tar.getNextEntry();
            if (entry != null && entry.isSparse()) {
                // A few bytes would fill the disk; tar makes none unless it is asked to.
                throw new IOException(
                        "the host sends '" + entry.getName() + "' as a sparse file, which it was not asked for");
            }
            return entry;
        } finally {
            headers.counting = false;
        }
    }

    /** The content of the entry. */
    InputStream content() {
        return tar;
    }
}
