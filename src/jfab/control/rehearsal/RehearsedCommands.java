package jfab.control.rehearsal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.ArrayList;
import java.util.List;
import jfab.control.Main;
import jfab.control.connection.jsch.NativeCryptography;

/** The commands that are recorded: with a fabfile the list of tasks, a look for jobs and a command over SSH, else that command alone. */
final class RehearsedCommands {
    private RehearsedCommands() {}

    /** Takes jfab's command line as far as it is the same for all. */
    public static void main(String[] options) throws GeneralSecurityException, IOException {
        boolean fabfile = List.of(options).contains("-f");
        List<List<String>> rests = fabfile
                ? List.of(List.of("--list"), List.of("--list"), List.of("status"), List.of("--", "true"))
                // One that nobody has: no fabfile is near.
                : List.of(List.of("-c", "none-of-the-rehearsal", "--", "true"));
        int code = 0;
        for (List<String> rest : rests) {
            List<String> line = new ArrayList<>(List.of(options));
            line.addAll(rest);
            code = Main.run(line);
        }
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
