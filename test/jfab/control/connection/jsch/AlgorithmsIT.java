package jfab.control.connection.jsch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import jfab.control.connection.Printed;
import jfab.control.connection.SshSettings;
import jfab.control.connection.SshdFixture;
import jfab.control.connection.host.Host;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each algorithm that jfab offers by itself, alone: there are hosts that allow no other. */
@Needs(Tool.SSHD)
@Timeout(60)
class AlgorithmsIT {
    /** OpenSSH 9.2 does not have it. */
    private static final String POST_QUANTUM = "mlkem768x25519-sha256";

    private static SshdFixture sshd;

    private final Printed printed = new Printed();

    @TempDir
    private Path folder;

    @BeforeAll
    static void start(@TempDir Path keys) throws Exception {
        SshdFixture.keygen(keys.resolve("ed25519"), "");
        SshdFixture.keygen(keys.resolve("rsa"), "", "-t", "rsa", "-b", "2048");
        for (String bits : new String[] {"256", "384", "521"}) {
            SshdFixture.keygen(keys.resolve("ecdsa" + bits), "", "-t", "ecdsa", "-b", bits);
        }
        try (Stream<Path> files = Files.list(keys)) {
            sshd = SshdFixture.start(files.filter(file -> !file.toString().endsWith(".pub"))
                    .map(file -> "HostKey " + file)
                    .toArray(String[]::new));
        }
    }

    @AfterAll
    static void stop() throws Exception {
        sshd.close();
    }

    static Stream<String> offered() {
        return Stream.of(
                        list("KexAlgorithms", "kex"),
                        list("Ciphers", "cipher.c2s"),
                        list("MACs", "mac.c2s").map(mac -> "Ciphers=aes128-ctr " + mac),
                        list("HostKeyAlgorithms", Algorithms.HOST_KEYS))
                .flatMap(each -> each)
                .filter(each -> !each.endsWith(POST_QUANTUM));
    }

    private static Stream<String> list(String keyword, String name) {
        return Arrays.stream(Algorithms.usual(name).split(",", -1)).map(algorithm -> keyword + "=" + algorithm);
    }

    @ParameterizedTest
    @MethodSource("offered")
    void opensSsh(String options) {
        reaches(sshd.host(), options.split(" ", -1));
    }

    @ParameterizedTest
    @ValueSource(strings = {POST_QUANTUM, "mlkem768nistp256-sha256", "curve448-sha512"})
    void whatNewerHostsPrefer(String exchange) throws IOException, InterruptedException {
        Process host = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-cp",
                        System.getProperty("java.class.path")
                                + File.pathSeparator
                                + Path.of(System.getProperty("jfab.jar")).resolveSibling("test-lib/bcprov.jar"),
                        PostQuantumHost.class.getName(),
                        exchange,
                        folder.resolve("key").toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader port = host.inputReader()) {
            // The first one by itself.
            String[] options =
                    exchange.equals(POST_QUANTUM) ? new String[0] : new String[] {"KexAlgorithms=" + exchange};
            reaches(Host.parse("127.0.0.1:" + port.readLine()), options);
        } finally {
            host.destroy();
            host.waitFor();
        }
    }

    private void reaches(Host host, String... options) {
        SshSettings settings = sshd.settings(printed).withKnownHosts(folder.resolve("known_hosts"));
        for (String option : options) {
            String[] parts = option.split("=", 2);
            settings = settings.withOption(parts[0], parts[1]);
        }
        try (JschConnector connector = new JschConnector(settings.withOption("StrictHostKeyChecking", "accept-new"))) {
            assertEquals("there\n", connector.open(host).run("echo there").out());
        }
    }
}
