package jfab.control.connection.jsch;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import jfab.control.connection.config.SshHostPattern;
import org.apache.commons.codec.digest.DigestUtils;
import org.jspecify.annotations.Nullable;

/**
 * One line of a known_hosts file.
 *
 * @param marker {@code @revoked}, {@code @cert-authority}, or empty
 * @param names the first field: patterns, or one hashed name
 * @param type such as {@code ssh-ed25519}
 * @param key the public key in base64
 */
record KnownKey(Path file, int line, String marker, String names, String type, String key) {
    private static final String HASHED = "|1|";
    /** Bytes, as many as the hash has. */
    private static final int SALT = 20;

    /** Reads a line; null for a comment or one that is not in the format, which OpenSSH passes over, too. */
    static @Nullable KnownKey parse(Path file, int line, String text) {
        String[] fields = text.strip().split("\\s+", -1);
        int first = fields[0].startsWith("@") ? 1 : 0;
        if (fields[0].startsWith("#") || fields.length < first + 3) {
            return null;
        }
        return new KnownKey(
                file, line, first == 1 ? fields[0] : "", fields[first], fields[first + 1], fields[first + 2]);
    }

    /** {@code name} as ssh writes it where nobody is to read in the file which hosts are known. */
    static String hashed(String name) {
        byte[] salt = new byte[SALT];
        new SecureRandom().nextBytes(salt);
        Base64.Encoder base64 = Base64.getEncoder();
        try {
            return HASHED + base64.encodeToString(salt) + "|" + base64.encodeToString(hash(salt, name));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] hash(byte[] salt, String name) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA1");
        mac.init(new SecretKeySpec(salt, "HmacSHA1"));
        return mac.doFinal(name.getBytes(StandardCharsets.UTF_8));
    }

    /** The names when each stands for itself; empty where only {@link #matches} can tell. */
    List<String> plainNames() {
        return names.startsWith(HASHED) || !SshHostPattern.isPlain(names)
                ? List.of()
                : Arrays.stream(names.toLowerCase(Locale.ROOT).split(",", -1))
                        .distinct()
                        .toList();
    }

    boolean matches(String name) {
        if (!names.startsWith(HASHED)) {
            return new SshHostPattern(List.of(names.toLowerCase(Locale.ROOT).split(",", -1))).matches(name);
        }
        String[] parts = names.substring(HASHED.length()).split("\\|", 2);
        try {
            byte[] hash = hash(Base64.getDecoder().decode(parts[0]), name);
            return parts.length == 2
                    && MessageDigest.isEqual(hash, Base64.getDecoder().decode(parts[1]));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return false;
        }
    }

    boolean plain() {
        return marker.isEmpty();
    }

    boolean authority() {
        return marker.equals("@cert-authority");
    }

    boolean revoked() {
        return marker.equals("@revoked");
    }

    String where() {
        return file + ":" + line;
    }

    String fingerprint() {
        try {
            return fingerprint(Base64.getDecoder().decode(key));
        } catch (IllegalArgumentException e) {
            return "a key that cannot be read";
        }
    }

    /** As {@code ssh-keygen -l} shows it. */
    static String fingerprint(byte[] blob) {
        return "SHA256:" + Base64.getEncoder().withoutPadding().encodeToString(DigestUtils.sha256(blob));
    }

    /** The type that a public key names itself: its first string. */
    static String typeOf(byte[] blob) {
        int length = blob.length < 4 ? 0 : (blob[2] & 0xff) << 8 | (blob[3] & 0xff);
        return new String(blob, 4, Math.min(length, blob.length - 4), StandardCharsets.US_ASCII);
    }
}
