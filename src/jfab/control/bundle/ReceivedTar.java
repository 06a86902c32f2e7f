package jfab.control.bundle;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.apache.commons.compress.archivers.ArchiveException;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.jspecify.annotations.Nullable;

/** The tar archive that a host sends, whose headers take no more memory here than names and attributes need. */
final class ReceivedTar {
    private static final int MOST_OF_A_HEADER = 1 << 20;

    private final Headers headers;
    private final OwnRecords tar;

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

    /**
     * Refuses attributes that hold for all entries after them: commons-compress keeps them to the end, however many there are. Reads names
     * also by itself: commons-compress makes question marks of bytes that are not UTF-8, as other files have them in their names.
     */
    private static final class OwnRecords extends TarArchiveInputStream {
        private static final int LONGEST = 100;
        private static final int TYPE = 156;
        private static final int LINK = 157;
        private static final int MAGIC = 257;
        private static final int PREFIX = 345;
        private static final int LONGEST_PREFIX = 155;

        private boolean attributes;
        private String name = "";
        private String link = "";

        OwnRecords(InputStream in) {
            super(in, "UTF-8");
        }

        void begin() {
            attributes = false;
            name = "";
            link = "";
        }

        @Override
        protected byte[] readRecord() throws IOException {
            byte[] header = super.readRecord();
            if (header != null) {
                switch (header[TYPE]) {
                    case TarConstants.LF_PAX_GLOBAL_EXTENDED_HEADER ->
                        throw new IOException(
                                "the host sends attributes of all files at once, which it was not asked for");
                    case TarConstants.LF_PAX_EXTENDED_HEADER_LC, TarConstants.LF_PAX_EXTENDED_HEADER_UC ->
                        attributes = true;
                    case TarConstants.LF_GNUTYPE_LONGNAME, TarConstants.LF_GNUTYPE_LONGLINK -> {}
                    default -> names(header);
                }
            }
            return header;
        }

        private void names(byte[] header) {
            // Names among the attributes are whole, and the same ones in the header may be cut within a character.
            if (!attributes) {
                name = text(header, 0, LONGEST);
                String above = text(header, PREFIX, LONGEST_PREFIX);
                // In GNU's format, times stand where others have the begin of a long name.
                if (text(header, MAGIC, TarConstants.MAGICLEN).equals("ustar") && !above.isEmpty()) {
                    name = above + "/" + name;
                }
                link = text(header, LINK, LONGEST);
            }
        }

        /** Reads also the header of the file whose name it is, and with that a beginning of the name. */
        @Override
        protected byte[] getLongNameData() throws IOException {
            boolean ofLink = getCurrentEntry().isGNULongLinkEntry();
            byte[] data = super.getLongNameData();
            if (data != null && ofLink) {
                link = text(data, 0, data.length);
            } else if (data != null) {
                name = text(data, 0, data.length);
            }
            return data;
        }

        private static String text(byte[] bytes, int start, int most) {
            int length = 0;
            while (length < most && bytes[start + length] != 0) {
                length++;
            }
            return new String(bytes, start, length, StandardCharsets.UTF_8);
        }
    }

    ReceivedTar(InputStream archive) {
        headers = new Headers(archive);
        tar = new OwnRecords(headers);
    }

    /** The next entry; null at the end. */
    @Nullable
    TarArchiveEntry next() throws IOException {
        headers.left = MOST_OF_A_HEADER;
        headers.counting = true;
        tar.begin();
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

    /** The name of the entry; one that is not UTF-8 is no text, as {@link TreeItem#isText} says. */
    String name() {
        return TreeItem.isText(tar.name) ? tar.getCurrentEntry().getName() : tar.name;
    }

    /** What the entry, a link, leads to, as {@link #name}. */
    String linkName() {
        return TreeItem.isText(tar.link) ? tar.getCurrentEntry().getLinkName() : tar.link;
    }

    /** The content of the entry. */
    InputStream content() {
        return tar;
    }
}
