package jfab.control.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import jfab.control.cli.JfabProcess.Ended;
import jfab.control.connection.AskingSudo;
import jfab.control.connection.PasswordServer;
import jfab.control.connection.QuestionServer;
import jfab.control.connection.SshdFixture;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Passwords as users give them: typed once for all hosts, or one for each host in the fabfile. */
@Needs(Tool.SSHD)
class PasswordsIT {
    @TempDir
    private Path folder;

    private static String key(SshdFixture sshd) {
        return sshd.folder().resolve("id_ed25519").toString();
    }

    private void fabfile(String text) throws Exception {
        Files.writeString(folder.resolve("fabfile.groovy"), text);
    }

    @Test
    void thePasswordForSudoIsReadBeforeAnythingRuns() throws Exception {
        fabfile("task('root') { c -> c.sudo('echo reached') }\n");
        try (SshdFixture sshd = AskingSudo.server(Files.createDirectory(folder.resolve("bin")))) {
            Ended ended = JfabProcess.run(
                    folder,
                    AskingSudo.PASSWORD + "\n",
                    List.of(
                            "--prompt-for-sudo-password",
                            "--port=" + sshd.port(),
                            "-i",
                            key(sshd),
                            "-H",
                            "127.0.0.[1-3]",
                            "root"));
            assertEquals(
                    List.of("[127.0.0.1] reached", "[127.0.0.2] reached", "[127.0.0.3] reached"), ended.sortedOut());
            assertFalse((ended.out() + ended.err()).contains("sesame"), ended.err());
            Ended none = JfabProcess.run(
                    folder, "", List.of("--port=" + sshd.port(), "-i", key(sshd), "-H127.0.0.1", "root"));
            assertTrue(none.err().contains("needs a password for sudo; give --prompt-for-sudo-password"), none.err());
        }
    }

    @Test
    void thePassphraseOfAKeyIsAskedForOnce() throws Exception {
        Path key = folder.resolve("locked");
        SshdFixture.keygen(key, "open sesame");
        try (SshdFixture sshd = SshdFixture.start()) {
            Files.copy(
                    folder.resolve("locked.pub"),
                    sshd.folder().resolve("authorized_keys"),
                    StandardCopyOption.REPLACE_EXISTING);
            List<String> line = List.of(
                    "--prompt-for-passphrase",
                    "--port=" + sshd.port(),
                    "-i",
                    key.toString(),
                    "-H",
                    "127.0.0.[1-2]",
                    "--",
                    "echo in; cat");
            Ended ended = JfabProcess.run(folder, "open sesame\nrest\n", line);
            assertEquals(
                    List.of("[127.0.0.1] in", "[127.0.0.1] rest", "[127.0.0.2] in", "[127.0.0.2] rest"),
                    ended.sortedOut(),
                    ended.err());
            Ended wrong = JfabProcess.run(folder, "something else\n", line);
            assertEquals("", wrong.out());
            assertTrue(wrong.err().contains("passphrase"), wrong.err());
        }
    }

    @Test
    void noHostGetsALineOfStandardInputThatIsMeantForAnother() throws Exception {
        Path key = folder.resolve("locked");
        SshdFixture.keygen(key, "open sesame");
        try (QuestionServer asking = QuestionServer.start(folder.resolve("asking"), "Passphrase for " + key + ":");
                PasswordServer password = PasswordServer.start(folder.resolve("password"), false);
                SshdFixture sshd = SshdFixture.start()) {
            Files.copy(
                    folder.resolve("locked.pub"),
                    sshd.folder().resolve("authorized_keys"),
                    StandardCopyOption.REPLACE_EXISTING);
            List<String> hosts =
                    List.of(asking.host("me").toString(), password.host("me").toString(), "127.0.0.1:" + sshd.port());
            Ended ended = JfabProcess.run(
                    folder,
                    "open sesame\n",
                    List.of(
                            "--prompt-for-passphrase",
                            "-i",
                            key.toString(),
                            "-H",
                            String.join(",", hosts),
                            "--",
                            "echo in"));
            assertTrue(ended.out().contains("in\n"), ended.err());
            assertTrue(ended.err().contains("it asks 'Passphrase for " + key + ":', and nobody answered"), ended.err());
            assertEquals(List.of(), asking.answers());
            assertEquals(0, password.attempts());
            Ended both = JfabProcess.run(
                    folder,
                    PasswordServer.PASSWORD + "2\nopen sesame\n",
                    List.of(
                            "--prompt-for-passphrase",
                            "--prompt-for-login-password",
                            "-i",
                            key.toString(),
                            "-H",
                            hosts.getLast(),
                            "--",
                            "echo in"));
            assertTrue(both.out().contains("in\n"), both.err());
        }
    }

    @Test
    void aHostsPasswordForSudoIsUsedThereAlone() throws Exception {
        fabfile("""
                host '127.0.0.1', sudoPassword: secret(env: 'ONE_PW')
                host '127.0.0.2', sudoPassword: secret(env: 'OTHER_PW')
                host '127.0.0.4', sudoPassword: secret(env: 'NO_PW')
                task('root') { c -> c.sudo("echo got $c.facts.sudoPassword") }
                task('file') { c -> c.put('/there', text: 'x', sudo: true) }
                """);
        try (SshdFixture sshd = AskingSudo.server(Files.createDirectory(folder.resolve("bin")))) {
            Map<String, String> environment = Map.of("ONE_PW", AskingSudo.PASSWORD, "OTHER_PW", "something else");
            Ended ended = JfabProcess.run(
                    folder, environment, "--port=" + sshd.port(), "-i", key(sshd), "-H", "127.0.0.[1-3]", "root");
            assertEquals("[127.0.0.1] got ***\n", ended.out(), ended.err());
            assertTrue(ended.err().contains("127.0.0.2: `echo got ***` was not run: sudo did not take"), ended.err());
            assertTrue(ended.err().contains("127.0.0.3: `echo got null` needs a password for sudo"), ended.err());
            Ended unset =
                    JfabProcess.run(folder, Map.of(), "--port=" + sshd.port(), "-i", key(sshd), "-H127.0.0.4", "file");
            assertTrue(unset.err().contains("the environment variable NO_PW is not set"), unset.err());
            assertEquals(1, unset.exitCode());
        }
    }

    @Test
    void aHostsPasswordForLogInIsUsedThereAloneAndForCommandsToo() throws Exception {
        try (PasswordServer one = PasswordServer.start(folder.resolve("one"), false);
                PasswordServer other = PasswordServer.start(folder.resolve("other"), true)) {
            fabfile("""
                    host '127.0.0.1', user: 'me', port: %d, password: secret(env: 'ONE_PW')
                    host 'localhost', user: 'me', port: %d
                    """.formatted(one.host("me").port(), other.host("me").port()));
            Map<String, String> environment = Map.of("ONE_PW", PasswordServer.PASSWORD);
            Ended in = JfabProcess.run(folder, environment, "-H", "127.0.0.1", "--", "echo in");
            assertEquals("in\n", in.out(), in.err());
            assertEquals(1, one.attempts());
            Ended refused = JfabProcess.run(folder, environment, "-H", "localhost", "--", "echo in");
            assertTrue(refused.err().contains("there is no key to log in with"), refused.err());
            assertEquals(0, other.attempts());
            Ended wrong = JfabProcess.run(folder, Map.of("ONE_PW", "wrong"), "-H", "127.0.0.1", "--", "echo in");
            assertTrue(wrong.err().contains("the password was not accepted"), wrong.err());
            assertEquals(2, one.attempts());
        }
    }

    @Test
    void aPasswordInPlainTextIsRefused() throws Exception {
        fabfile("\nhost 'gpu01', password: 'geheim'\n");
        Ended ended = JfabProcess.run(folder, "", List.of("-H", "127.0.0.1", "--", "true"));
        assertEquals(
                "jfab: fabfile.groovy:2: host 'gpu01': password: takes a secret and not plain text,"
                        + " as in password: secret(env: 'PASSWORD')\n",
                ended.err());
        assertEquals(2, ended.exitCode());
    }
}
