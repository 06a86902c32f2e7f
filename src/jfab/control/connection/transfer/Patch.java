package jfab.control.connection.transfer;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import jfab.control.bundle.FileVersion;
import jfab.control.bundle.TreeItem;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * What makes a file's old version the new one: the chunks of the new one that the old one has not at the same place.
 *
 * @param version the one of which the chunks and the sum are
 * @param chunks their numbers, from 0 on and rising
 * @param sum the SHA-256 of the new version, in hexadecimal
 */
record Patch(TreeItem.File file, FileVersion version, List<Integer> chunks, String sum) {
    /** Bytes of each chunk but the last; a host starts two processes for each. */
    static final int CHUNK = 4 << 20;

    Patch {
        chunks = List.copyOf(chunks);
    }

    /** The SHA-256 of a file and of each of its chunks, in hexadecimal, and the version of which they are. */
    record Sums(FileVersion version, List<String> chunks, String whole) {
        Sums {
            chunks = List.copyOf(chunks);
        }

        /** Reads {@code file}, until the thread is interrupted. */
        static Sums of(TreeItem.File file) throws IOException {
            List<String> chunks = new ArrayList<>();
            MessageDigest whole = DigestUtils.getSha256Digest();
            MessageDigest part = DigestUtils.getSha256Digest();
            byte[] buffer = new byte[1 << 16];
            try (InputStream in = Files.newInputStream(file.file())) {
                FileVersion version = FileVersion.of(file.file());
                for (int chunk = 0; start(chunk) < file.size(); chunk++) {
                    for (long left = length(file, chunk); left > 0; ) {
                        int count = in.read(buffer, 0, (int) Math.min(left, buffer.length));
                        if (count < 0) {
                            throw shorter(file);
                        }
                        if (Thread.currentThread().isInterrupted()) {
                            throw new InterruptedIOException("interrupted");
                        }
                        whole.update(buffer, 0, count);
                        part.update(buffer, 0, count);
                        left -= count;
                    }
                    chunks.add(HexFormat.of().formatHex(part.digest()));
                }
                return new Sums(version, chunks, HexFormat.of().formatHex(whole.digest()));
            }
        }
    }

    /**
     * What {@code file} has and the old version has not.
     *
     * @param there the SHA-256 of each chunk of the old version, as far as it is as long as the new one
     */
    static Patch of(TreeItem.File file, Sums here, List<String> there) {
        List<Integer> chunks = IntStream.range(0, here.chunks().size())
                .filter(chunk ->
                        chunk >= there.size() || !here.chunks().get(chunk).equals(there.get(chunk)))
                .boxed()
                .toList();
        return new Patch(file, here.version(), chunks, here.whole());
    }

    /** Bytes of the chunks. */
    long bytes() {
        return chunks.stream().mapToLong(chunk -> length(file, chunk)).sum();
    }

    /** The chunks as {@code patch.sh} reads them; {@code sent} is told how many bytes of them have been read. */
    InputStream open(LongConsumer sent) throws IOException {
        return new PatchStream(this, sent);
    }

    static long start(int chunk) {
        return (long) chunk * CHUNK;
    }

    static long length(TreeItem.File file, int chunk) {
        return Math.min(CHUNK, file.size() - start(chunk));
    }

    static IOException shorter(TreeItem.File file) {
        return new IOException(file.file() + " became shorter while it was read");
    }
}
