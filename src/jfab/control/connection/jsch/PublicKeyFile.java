package jfab.control.connection.jsch;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/** A public key or a certificate as OpenSSH keeps it in a file: type, base64, comment. */
final class PublicKeyFile {
    static final String CERTIFICATE = "-cert-v01@openssh.com";

    private static final int LARGEST = 64 * 1024;

    private final String type;
    private final byte[] blob;

    private PublicKeyFile(String type, byte[] blob) {
        this.type = type;
        this.blob = blob;
    }

    /** Reads {@code file}; empty when it is not there, or holds something else such as a private key. */
    static Optional<PublicKeyFile> read(Path file) {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > LARGEST) {
                return Optional.empty();
            }
            String[] words =
                    Files.readString(file, StandardCharsets.ISO_8859_1).strip().split("\\s+", 3);
            if (words.length < 2 || !words[0].matches("(ssh|ecdsa|sk)-[\\w.@-]+")) {
                return Optional.empty();
            }
            return Optional.of(new PublicKeyFile(words[0], Base64.getDecoder().decode(words[1])));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    String type() {
        return type;
    }

    byte[] blob() {
        return blob.clone();
    }

    boolean isCertificate() {
        return type.endsWith(CERTIFICATE);
    }

    /** Whether it certifies the public key {@code key}: both have the same numbers, here behind the type and a nonce. */
    boolean certifies(byte[] key) {
        if (!isCertificate()) {
            return false;
        }
        try {
            byte[] numbers = after(key, 1);
            byte[] certified = after(blob, 2);
            return certified.length > numbers.length
                    && Arrays.equals(numbers, Arrays.copyOf(certified, numbers.length));
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            return false;
        }
    }

    private static byte[] after(byte[] blob, int strings) {
        ByteBuffer rest = ByteBuffer.wrap(blob);
        for (int i = 0; i < strings; i++) {
            int length = rest.getInt();
            rest.position(rest.position() + length);
        }
        return Arrays.copyOfRange(blob, rest.position(), blob.length);
    }
}
