package jfab.control.connection.broadcast;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * What a content is recognized by, chunk by chunk.
 *
 * @param chunk bytes of each but the last
 * @param size bytes of all
 * @param digests the SHA-256 of each, in hexadecimal
 */
record Chunks(int chunk, long size, List<String> digests) {
    /** A host starts some processes for each chunk. */
    private static final int SMALLEST = 256 << 10;

    private static final int LARGEST = 4 << 20;

    /** The last host gets the first chunk when the first host has as many as there are hosts: an eighth of all of them. */
    private static final int FOR_EACH_HOST = 8;

    Chunks {
        digests = List.copyOf(digests);
    }

    static Chunks of(Content content, int hosts) throws IOException {
        int chunk = Math.clamp(content.about() / FOR_EACH_HOST / Math.min(hosts, Chain.LONGEST), SMALLEST, LARGEST);
        List<String> digests = new ArrayList<>();
        long size = 0;
        try (InputStream in = content.open()) {
            for (byte[] bytes = in.readNBytes(chunk); bytes.length > 0; bytes = in.readNBytes(chunk)) {
                digests.add(digest(bytes));
                size += bytes.length;
            }
        }
        return new Chunks(chunk, size, digests);
    }

    int count() {
        return digests.size();
    }

    /** The digests as a host is told them, a line each. */
    String list() {
        return String.join("\n", digests) + "\n";
    }

    /** The SHA-256 of that list: the name of the content. */
    String root() {
        return digest(list().getBytes(StandardCharsets.US_ASCII));
    }

    /** The content from {@code chunk} on. */
    InputStream from(Content content, int first) throws IOException {
        InputStream in = content.open();
        try {
            in.skipNBytes((long) first * chunk);
            return in;
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    private static String digest(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
