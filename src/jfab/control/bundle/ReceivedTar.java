package jfab.control.bundle;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.compress.archivers.ArchiveException;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
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

    /** Refuses attributes that hold for all entries after them: commons-compress keeps them to the end, however many there are. */
    private static final class OwnAttributes extends TarArchiveInputStream {
        private static final int TYPE = 156;

        OwnAttributes(InputStream in) {
            super(in, "UTF-8");
        }

        @Override
        protected byte[] readRecord() throws IOException {
            byte[] header = super.readRecord();
            if (header != null && header[TYPE] == TarConstants.LF_PAX_GLOBAL_EXTENDED_HEADER) {
                throw new IOException("the host sends attributes of all files at once, which it was not asked for");
            }
            return header;
        }
    }

    ReceivedTar(InputStream archive) {
        headers = new Headers(archive);
        tar = new OwnAttributes(headers);
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
            if (entry != null) {
                // Nobody asks for them, and entries of directories and links are held to the end.
                entry.clearExtraPaxHeaders();
            }
            return entry;
        } catch (IOException e) {
            // So commons-compress says that it cannot read what has come; all else is of the way that it came.
            throw e instanceof ArchiveException || e.getCause() instanceof IllegalArgumentException
                    ? new IOException("the host sends a damaged tar archive: " + e.getMessage(), e)
                    : e;
        } finally {
            headers.counting = false;
        }
    }

    /** The content of the entry. */
    InputStream content() {
        return tar;
    }
}
