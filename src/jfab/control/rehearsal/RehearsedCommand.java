package jfab.control.rehearsal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.List;
import jfab.control.Main;
import jfab.control.connection.jsch.NativeCryptography;

/** One run of jfab that is recorded. */
final class RehearsedCommand {
    private RehearsedCommand() {}

    /** Takes jfab's command line. */
    public static void main(String[] line) throws GeneralSecurityException, IOException {
        int code = Main.run(List.of(line));
        sign();
        Path loaded = Path.of(System.getProperty("jfab.loaded"));
        Files.deleteIfExists(loaded);
        if (NativeCryptography.used()) {
            // By this the launcher knows that nothing of jfab needs the optimizing compiler here.
            Files.createFile(loaded);
        }
        System.exit(code);
    }

    /** With a key of the usual type, which the rehearsal's own hosts do not know. */
    private static void sign() throws GeneralSecurityException {
        KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        Signature signature = Signature.getInstance("Ed25519");
        signature.initSign(pair.getPrivate());
        byte[] signed = signature.sign();
        signature.initVerify(pair.getPublic());
        signature.verify(signed);
    }
}
