package jfab.control.rehearsal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import jfab.control.Main;
import jfab.control.connection.jsch.cryptography.Ed25519Signature;
import jfab.control.connection.jsch.cryptography.NativeCryptography;
import jfab.control.warm.Successor;
import jfab.control.warm.WarmProcess;

/**
 * The commands that are recorded: with a fabfile the list of tasks, a look for jobs, a task of another fabfile and a command over SSH, else
 * that command alone.
 */
final class RehearsedCommands {
    /** What most tasks do. */
    private static final String TASK = """
            task('greet', name: 'world') { c, name ->
                def told = c.run("echo $name", hide: true)
                println "${c.host}: ${told.stdout.trim()}"
            }
            """;

    private static final Path FOUND = Path.of("fabfile.groovy");
    private static final List<String> GREETING = List.of("greet", "--name", "you");

    private RehearsedCommands() {}

    /** Takes jfab's command line as far as it is the same for all. */
    public static void main(String[] options) throws GeneralSecurityException, IOException {
        boolean fabfile = List.of(options).contains("-f");
        List<List<String>> rests = fabfile
                ? List.of(
                        List.of("--list"),
                        List.of("--list"),
                        List.of("status"),
                        GREETING,
                        GREETING,
                        List.of("--", "echo", "there"))
                // One that nobody has: no fabfile is near.
                : List.of(List.of("-c", "none-of-the-rehearsal", "--", "echo", "there"));
        int code = 0;
        for (List<String> rest : rests) {
            List<String> line = new ArrayList<>(List.of(options));
            if (rest.equals(GREETING)) {
                // Found, as usual.
                line.subList(line.indexOf("-f"), line.indexOf("-f") + 2).clear();
                Files.writeString(FOUND, TASK);
            }
            line.addAll(rest);
            // Every command asks that first, and how it leaves another process last.
            if (!WarmProcess.isOne()) {
                code = Main.run(line);
            }
            Files.deleteIfExists(FOUND);
        }
        System.setProperty(Successor.SOCKET, "/nonexistent");
        System.setProperty(Successor.CLIENT, "/nonexistent");
        Successor.leave(List.of(options));
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
        Ed25519Signature signer = new Ed25519Signature();
        signer.setPrvKey(lastBytes(pair.getPrivate()));
        byte[] signed = signer.sign();
        Ed25519Signature verifier = new Ed25519Signature();
        verifier.setPubKey(lastBytes(pair.getPublic()));
        verifier.verify(signed);
    }

    private static byte[] lastBytes(Key key) {
        byte[] encoded = key.getEncoded();
        return Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length);
    }
}
