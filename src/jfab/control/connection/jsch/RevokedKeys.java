package jfab.control.connection.jsch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** The file of an ssh_config's RevokedHostKeys, a public key in each line: where it cannot be read, every key counts as revoked. */
record RevokedKeys(Path file) {
    /** How a list in OpenSSH's binary form begins. */
    private static final String KRL = "SSHKRL\n";

    /**
     * Them, in base64, among other words.
     *
     * @throws IOException where nobody can tell
     */
    Set<String> words() throws IOException {
        String text;
        try {
            text = Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new IOException("RevokedHostKeys " + file + " cannot be read, so that no host key is believed", e);
        }
        if (text.startsWith(KRL)) {
            throw new IOException(
                    "RevokedHostKeys " + file
                            + " is a KRL, which jfab does not read, so that no host key is believed; list the keys, one in each line");
        }
        return text.lines()
                .filter(line -> !line.startsWith("#"))
                .flatMap(line -> Arrays.stream(line.strip().split("\\s+", -1)))
                .collect(Collectors.toSet());
    }
}
