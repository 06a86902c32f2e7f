package jfab.control.connection.jsch;

import com.jcraft.jsch.Identity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What a log-in was decided by, besides the settings: known hosts, revoked keys, the user's keys and certificates, the agent's.
 *
 * @param digest of all of it
 */
record LoginGrounds(String digest) {
    /** What it is now. {@code keys} are the files that are tried where none is named. */
    static LoginGrounds now(LoginTarget target, List<Path> keys) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            Credentials credentials = target.credentials();
            List<Path> identities = credentials.identities().isEmpty() ? keys : credentials.identities();
            Stream.of(
                            target.trust().knownHosts().stream(),
                            Stream.ofNullable(target.trust().revoked()),
                            credentials.certificates().stream(),
                            identities.stream().flatMap(LoginGrounds::parts))
                    .flatMap(files -> files)
                    .forEach(file -> add(digest, file));
            for (Identity held : new Agent(credentials.agent()).identities()) {
                digest.update(Objects.requireNonNullElse(held.getPublicKeyBlob(), new byte[0]));
            }
            return new LoginGrounds(HexFormat.of().formatHex(digest.digest()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Stream<Path> parts(Path identity) {
        return Stream.of(identity, Path.of(identity + ".pub"), Path.of(identity + "-cert.pub"));
    }

    private static void add(MessageDigest digest, Path file) {
        digest.update((byte) 0);
        try {
            digest.update(Files.readAllBytes(file));
        } catch (IOException e) {
            digest.update((byte) 1);
        }
    }
}
