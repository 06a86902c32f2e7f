package jfab.control.bundle;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;

/**
 * A tar archive of a tree, made while it is read: neither a thread nor a copy lies between the files and the wire.
 *
 * <p>Its last entry, {@code end}, tells that nothing is missing, and holds the SHA-256 of each file as sha256sum reads them.
 */
public final class TreeStream extends InputStream {
    private static final int BLOCK = 512;

    private final Iterator<TreeItem> items;
    private final boolean sums;
    private final Consumer<Path> grown;
    private final StringBuilder checks = new StringBuilder();
    private final Deque<InputStream> parts = new ArrayDeque<>();
    private boolean ended;

    /**
     * A stream of {@code items}, a directory before what is in it.
     *
     * @param sums whether {@code end} holds checksums
     * @param grown is told of each file that has become longer while it was read, of which what it had at first is in the archive
     */
    public TreeStream(List<TreeItem> items, boolean sums, Consumer<Path> grown) {
        this.items = items.iterator();
        this.sums = sums;
        this.grown = grown;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    /** Fills the whole buffer, so that small files share packets. */
    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int done = 0;
        while (done < length) {
            if (parts.isEmpty() && !more()) {
                return done == 0 ? -1 : done;
            }
            int count = parts.getFirst().read(bytes, offset + done, length - done);
            if (count < 0) {
                parts.removeFirst().close();
            } else {
                done += count;
            }
        }
        return done;
    }

    private boolean more() throws IOException {
        if (items.hasNext()) {
            add(items.next());
            return true;
        }
        if (ended) {
            return false;
        }
        ended = true;
        byte[] end = checks.toString().getBytes(StandardCharsets.UTF_8);
        TarArchiveEntry entry = new TarArchiveEntry("end", true);
        entry.setSize(end.length);
        entry.setMode(0600);
        // The same bytes each time that the tree is read.
        entry.setModTime(0L);
        parts.add(new ByteArrayInputStream(header(entry)));
        parts.add(new ByteArrayInputStream(end));
        parts.add(padding(end.length));
        parts.add(new ByteArrayInputStream(new byte[2 * BLOCK]));
        return true;
    }

    private void add(TreeItem item) throws IOException {
        TarArchiveEntry entry;
        if (item instanceof TreeItem.Link link) {
            entry = new TarArchiveEntry(link.name(), TarConstants.LF_SYMLINK, true);
            entry.setLinkName(link.target());
        } else {
            entry = new TarArchiveEntry(item.name() + (item instanceof TreeItem.Directory ? "/" : ""), true);
            entry.setSize(item.bytes());
        }
        entry.setMode(item.mode());
        entry.setModTime(item.time() * 1000);
        parts.add(new ByteArrayInputStream(header(entry)));
        if (item instanceof TreeItem.File file) {
            parts.add(new FileContent(file, sums, this::check, grown));
            parts.add(padding(file.size()));
        }
    }

    /** The form of names that every tar reads, whatever its locale. */
    private static byte[] header(TarArchiveEntry entry) throws IOException {
        entry.setIds(0, 0);
        entry.setNames("", "");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(BLOCK);
        // Not closed: that would ask for the content.
        @SuppressWarnings("resource")
        TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes, BLOCK, StandardCharsets.UTF_8.name());
        tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_GNU);
        tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_STAR);
        tar.putArchiveEntry(entry);
        tar.flush();
        return bytes.toByteArray();
    }

    private static InputStream padding(long size) {
        return new ByteArrayInputStream(new byte[(int) ((BLOCK - size % BLOCK) % BLOCK)]);
    }

    /** A line for sha256sum, which has its own way with odd names. */
    private void check(TreeItem.File file, byte[] digest) {
        String name = file.name();
        // A line's end of Windows is none of its name.
        boolean cut = name.endsWith("\r");
        boolean odd = cut || name.contains("\\") || name.contains("\n");
        String plain = odd ? name.replace("\\", "\\\\").replace("\n", "\\n") : name;
        checks.append(odd ? "\\" : "")
                .append(HexFormat.of().formatHex(digest))
                .append("  ")
                .append(cut ? plain.replace("\r", "\\r") : plain)
                .append('\n');
    }

    @Override
    public void close() throws IOException {
        for (InputStream part : parts) {
            part.close();
        }
        parts.clear();
    }
}
