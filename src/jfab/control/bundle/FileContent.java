package jfab.control.bundle;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.commons.codec.digest.DigestUtils;
import org.jspecify.annotations.Nullable;

/** As many bytes of a file as an archive has promised, opened when the first of them is read. */
final class FileContent extends InputStream {
    private final TreeItem.File file;
    private final @Nullable MessageDigest digest;
    private final BiConsumer<TreeItem.File, byte[]> whole;
    private final Consumer<Path> grown;
    private @Nullable InputStream in;
    private @Nullable FileVersion version;
    private long left;

    FileContent(TreeItem.File file, boolean sum, BiConsumer<TreeItem.File, byte[]> whole, Consumer<Path> grown) {
        this.file = file;
        this.left = file.size();
        this.digest = sum ? DigestUtils.getSha256Digest() : null;
        this.whole = whole;
        this.grown = grown;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (in == null) {
            in = open();
        }
        if (left == 0) {
            // Also where it grew before it was opened: its length was told then already.
            if (version != null && (version.grown() || version.size() > file.size())) {
                grown.accept(file.file());
            }
            version = null;
            return -1;
        }
        int count = in.read(bytes, offset, (int) Math.min(length, left));
        if (count < 0) {
            throw new IOException(file.file() + " became shorter while it was read");
        }
        left -= count;
        if (digest != null) {
            digest.update(bytes, offset, count);
        }
        return count;
    }

    private InputStream open() throws IOException {
        try {
            in = Files.newInputStream(file.file());
            version = FileVersion.of(file.file());
            if (version.size() > 0
                    || in.read() < 0
                    || FileVersion.of(file.file()).size() > 0) {
                return in;
            }
        } catch (IOException e) {
            throw new IOException(
                    file.file() + " cannot be read: " + e.getClass().getSimpleName(), e);
        }
        throw new IOException(
                file.file() + " has content and no length, as files of /proc: such a one is sent by itself,"
                        + " without verify, mkdirs, owner or broadcast");
    }

    @Override
    public void close() throws IOException {
        if (in != null) {
            in.close();
            in = null;
        }
        if (left == 0 && digest != null) {
            whole.accept(file, digest.digest());
        }
    }
}
