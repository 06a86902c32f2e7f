package jfab.control.bundle;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * Puts a training engine where jfab finds it: {@code jfab engine install FILE|URL}. Beside it lies its SHA-256, {@code FILE.sha256},
 * as {@code sha256sum -c} reads it, without which it is refused.
 *
 * @param folder where engines of the user are
 */
public record EngineInstall(Path folder) {
    private static final int DIGEST = 64;
    private static final int PATIENCE_MILLIS = 60_000;

    /**
     * The engine from {@code source}, a path or an address that begins with https.
     *
     * @throws BundleException when it cannot be read or has another SHA-256; then nothing has changed
     */
    public EngineBundle of(String source) {
        String name = source.substring(source.lastIndexOf('/') + 1);
        if (Stream.of(false, true).noneMatch(gpu -> EngineBundle.name(gpu).equals(name))) {
            throw new BundleException(
                    Path.of(name), "is no training engine; one is called " + EngineBundle.name(false));
        }
        Path kept = folder.resolve(name);
        Path digestKept = folder.resolve(name + ".sha256");
        Path incoming = folder.resolve("." + name + ".new");
        try {
            String digest;
            try (InputStream in = open(source + ".sha256")) {
                digest = new String(in.readNBytes(DIGEST), StandardCharsets.US_ASCII);
            }
            Files.createDirectories(folder);
            String found = copy(source, incoming);
            if (!found.equals(digest)) {
                throw new BundleException(
                        Path.of(source), "has the SHA-256 " + found + ", and " + name + ".sha256 says " + digest);
            }
            // With the old one's digest, the new one would be refused for a moment, never taken for it.
            Files.move(incoming, kept, StandardCopyOption.ATOMIC_MOVE);
            Files.writeString(digestKept, digest + "  " + name + "\n");
            return EngineBundle.of(kept);
        } catch (IOException e) {
            throw new BundleException(Path.of(source), "cannot be installed: " + problem(e), e);
        } finally {
            discard(incoming);
        }
    }

    private static String copy(String source, Path file) throws IOException {
        MessageDigest digest = DigestUtils.getSha256Digest();
        try (InputStream in = open(source);
                OutputStream out = new DigestOutputStream(Files.newOutputStream(file), digest)) {
            in.transferTo(out);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static InputStream open(String source) throws IOException {
        if (!source.contains("://")) {
            return Files.newInputStream(Path.of(source));
        }
        if (!source.startsWith("https://")) {
            throw new IOException("an address begins with https://");
        }
        URLConnection connection = URI.create(source).toURL().openConnection();
        connection.setConnectTimeout(PATIENCE_MILLIS);
        connection.setReadTimeout(PATIENCE_MILLIS);
        return connection.getInputStream();
    }

    private static String problem(IOException failure) {
        return failure instanceof NoSuchFileException missing
                ? missing.getFile() + " is not there"
                : String.valueOf(failure.getMessage());
    }

    private static void discard(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // It is in nobody's way.
            return;
        }
    }
}
