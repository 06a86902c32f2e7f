package jfab.control.demo;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;

/**
 * The key pair that the demo logs in to its hosts with, made anew for each run.
 *
 * @param file the private key in OpenSSH's format, readable by its owner only
 */
record ClientKey(Path file, KeyPair pair) {
    static ClientKey generate(Path file) throws IOException {
        try {
            KeyPair pair = KeyUtils.generateKeyPair("ecdsa-sha2-nistp256", 256);
            Files.deleteIfExists(file);
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            try (OutputStream out = Files.newOutputStream(file)) {
                OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(pair, "jfab demo", null, out);
            }
            return new ClientKey(file, pair);
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }
}
