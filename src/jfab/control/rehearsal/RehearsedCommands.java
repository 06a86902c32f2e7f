package jfab.control.rehearsal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import jfab.control.Main;
import jfab.control.connection.files.Ownership;
import jfab.control.connection.jsch.cryptography.Ed25519Signature;
import jfab.control.connection.jsch.cryptography.NativeCryptography;
import jfab.control.fabfile.FabfileReader;
import jfab.control.warm.Successor;
import jfab.control.warm.WarmProcess;

/**
 * The commands that are recorded: with a fabfile the list of tasks, a look for jobs, tasks of another fabfile, which run commands and send files,
 * and a command over SSH, else that command alone.
 */
final class RehearsedCommands {
    /** What most fabfiles have, and most tasks do. */
    private static final String TASKS = """
            task('greet', name: 'world') { c, name ->
                def told = c.run("echo $name", hide: true)
                println "${c.host}: ${told.stdout.trim()}"
            }
            task('send', what: '') { c, what -> c.put(what, 'work/') }
            task('update', what: '') { c, what -> c.put(what, 'work/', sync: true) }
            task('here', local: true) { -> 1 }
            cluster {
                hosts    '127.0.0.5', '127.0.0.6'
                rootDir  'work'
                trainers each: 2
                command  role: 'trainer', ['python3', 'train.py']
            }
            """;

    private static final Path FOUND = Path.of("fabfile.groovy");
    /** Files and folders that are sent. */
    private static final Path SENT = Path.of("sent");

    /** Tasks of the fabfile that is found; several times, as much is done at the first alone, or from the second on. */
    private static final List<List<String>> TOLD = List.of(
            List.of("greet", "--name", "you"),
            List.of("greet", "--name", "you"),
            List.of("here"),
            List.of("send", "--what", "sent/folder"),
            List.of("send", "--what", "sent/large"),
            List.of("update", "--what", "sent/large"),
            List.of("update", "--what", "sent/folder"),
            List.of("update", "--what", "sent/large"),
            List.of("update", "--what", "sent/folder"));

    private RehearsedCommands() {}

    /** Takes jfab's command line as far as it is the same for all. */
    public static void main(String[] options) throws GeneralSecurityException, IOException {
        boolean fabfile = List.of(options).contains("-f");
        List<List<String>> rests = fabfile
                ? Stream.of(
                                List.of(List.of("--list"), List.of("--list"), List.of("status")),
                                TOLD,
                                List.of(List.of("--", "echo", "there")))
                        .flatMap(List::stream)
                        .toList()
                // One that nobody has: no fabfile is near.
                : List.of(List.of("-c", "none-of-the-rehearsal", "--", "echo", "there"));
        if (fabfile) {
            FabfileReader.prepare();
        }
        Files.createDirectories(SENT.resolve("folder"));
        Files.write(SENT.resolve("large"), new byte[2_000_000]);
        Files.writeString(SENT.resolve("folder/one"), "one");
        Files.writeString(SENT.resolve("folder/two"), "two");
        // As all files are where the umask is 002; what comes of it hangs on the group of whoever builds.
        Files.setPosixFilePermissions(SENT.resolve("folder/one"), PosixFilePermissions.fromString("rw-rw-r--"));
        Ownership.doubtOfContent(SENT.resolve("folder/one"));
        int code = 0;
        for (List<String> rest : rests) {
            List<String> line = new ArrayList<>(List.of(options));
            if (TOLD.contains(rest)) {
                // Found, as usual.
                line.subList(line.indexOf("-f"), line.indexOf("-f") + 2).clear();
                line.addFirst("-q");
                Files.writeString(FOUND, TASKS);
            }
            line.addAll(rest);
            // Every command asks that first, and how it leaves another process last.
            if (!WarmProcess.isOne()) {
                code = Main.run(line);
                // What a single host prints goes into a pipe in another way.
                code = code == 0 && rest.contains("--") ? Main.run(alone(line)) : code;
            }
            Files.deleteIfExists(FOUND);
            if (code != 0 && TOLD.contains(rest)) {
                throw new IllegalStateException(rest + " ended with " + code);
            }
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

    /** {@code line} for the first of its hosts. */
    private static List<String> alone(List<String> line) {
        List<String> alone = new ArrayList<>(line);
        int hosts = alone.indexOf("-H") + 1;
        alone.set(hosts, alone.get(hosts).split(",", 2)[0]);
        return alone;
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
