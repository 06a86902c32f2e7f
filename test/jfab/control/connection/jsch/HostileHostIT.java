package jfab.control.connection.jsch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import jfab.control.connection.Connection;
import jfab.control.connection.Printed;
import jfab.control.connection.SshdFixture;
import jfab.control.connection.host.ConnectionException;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A host that sends something else than what a get asked for: a real OpenSSH server whose programs lie. */
@Needs(Tool.SSHD)
class HostileHostIT {
    @TempDir
    Path here;

    @TempDir
    Path there;

    @TempDir
    Path programs;

    private Path home;
    private Path run;

    @BeforeEach
    void folders() throws IOException {
        home = Files.createDirectory(here.resolve("home"));
        Files.writeString(home.resolve("profile"), "mine");
        run = Files.createDirectory(there.resolve("run"));
    }

    /** sshd starts commands with a PATH that it was built with, so that a wrapper sets another. */
    private void connected(WithTreeHosts.Work work, String... options) throws Exception {
        Trees.script(programs.resolve("shell"), "PATH=" + programs + ":$PATH; eval \"$SSH_ORIGINAL_COMMAND\"");
        String[] all = options.length > 0
                ? options
                : new String[] {"Subsystem other /bin/false", "ForceCommand " + programs.resolve("shell")};
        try (SshdFixture sshd = SshdFixture.start(all);
                JschConnector connector = new JschConnector(sshd.settings(new Printed()));
                Connection connection = connector.open(sshd.host())) {
            work.run(connection);
        }
        assertEquals(List.of("profile"), Trees.names(home));
        assertEquals("mine", Files.readString(home.resolve("profile")));
    }

    /** A tar that sends {@code tree}'s files in place of those that it is to send. */
    private void tarSends(Path tree, String... names) throws IOException {
        Trees.script(
                programs.resolve("tar"),
                "case $1 in --version) exec /usr/bin/tar \"$@\" ;; esac\ncd " + tree
                        + " && exec /usr/bin/tar -P --no-recursion -cf - " + String.join(" ", names));
    }

    @Test
    void anArchiveWritesNothingThroughALinkInIt() throws Exception {
        Files.createSymbolicLink(Files.createDirectory(run.resolve("d")).resolve(".bash_aliases"), Path.of("any"));
        Path evil = Files.createDirectories(there.resolve("evil/before"));
        Files.createSymbolicLink(evil.resolve("d"), home);
        Path after = Files.createDirectories(there.resolve("evil/after/d"));
        Files.createSymbolicLink(after.resolve(".bash_aliases"), Path.of("/dev/null"));
        tarSends(there, "-C " + evil + " ./d -C " + after.getParent() + " ./d/.bash_aliases");
        connected(connection -> {
            String message = WithTreeHosts.failure(() -> connection.get(run.toString(), here + "/got/"));
            assertTrue(message.contains("/d is a link or a file, and what a host sends goes through neither"), message);
        });
        assertEquals(List.of(), Trees.names(here.resolve("got")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ">&2"})
    void whatIsPrintedInPlaceOfACommandHasAnEnd(String to) throws Exception {
        Trees.script(programs.resolve("flood"), "exec /usr/bin/yes \"$(printf '%4000d' 0)\" " + to);
        connected(
                connection -> {
                    String message = assertThrows(ConnectionException.class, () -> connection.run("true"))
                            .getMessage();
                    assertTrue(
                            message.endsWith("`true`: did not run: the host prints megabytes in place of it"), message);
                },
                "ForceCommand " + programs.resolve("flood"));
    }

    @Test
    void anArchiveBringsNothingThatWasNotAskedFor() throws Exception {
        Trees.file(run.resolve("a.log"), "rw-r--r--");
        Trees.file(there.resolve("evil/.profile"), "rw-r--r--");
        tarSends(there.resolve("evil"), "./.profile");
        connected(connection -> {
            for (String remote : List.of(run + "/", run + "/*.log", run + "/**/*.log")) {
                String message = WithTreeHosts.failure(() -> connection.get(remote, home.toString()));
                assertTrue(message.endsWith("the host sends './.profile', which it was not asked for"), message);
            }
        });
    }

    @Test
    void aListingBringsNothingThatThePatternDoesNotMatch() throws Exception {
        Trees.file(run.resolve("a.log"), "rw-r--r--");
        Trees.file(run.resolve(".profile"), "rw-r--r--");
        Trees.script(programs.resolve("find"), "shift\nexec /usr/bin/find ./.profile \"$@\"");
        connected(connection -> {
            String message = WithTreeHosts.failure(() -> connection.get(run + "/*.log", home.toString()));
            assertTrue(message.endsWith("the host sends '.profile', which it was not asked for"), message);
        });
    }

    @Test
    void aListingLeadsNowhereElse() throws Exception {
        Trees.file(run.resolve("a.log"), "rw-r--r--");
        Path escaped = Files.writeString(there.resolve("escaped"), "x");
        Trees.script(programs.resolve("find"), "shift\nexec /usr/bin/find ./../escaped \"$@\"");
        Files.createDirectory(here.resolve("got"));
        connected(connection -> {
            String message = WithTreeHosts.failure(() -> connection.get(run.toString(), here + "/got"));
            assertTrue(message.contains("'../escaped'"), message);
        });
        assertTrue(Files.exists(escaped));
        assertEquals(List.of(), Trees.names(here.resolve("got")));
    }

    @Test
    void aPathIsNoNameInAListingOverSftp() throws Exception {
        Trees.file(run.resolve("aa_escaped"), "rw-r--r--");
        Files.writeString(there.resolve("escaped"), "x");
        Trees.script(
                programs.resolve("sftp"),
                "/usr/lib/openssh/sftp-server | perl -e 'while (sysread STDIN, $b, 65536) {"
                        + " $b =~ s{aa_escaped}{../escaped}g; syswrite STDOUT, $b }'");
        Files.createDirectory(here.resolve("got"));
        connected(
                connection -> {
                    String said = "the host sends '../escaped' for the name of a file";
                    String message = WithTreeHosts.failure(() -> connection.get(run.toString(), here + "/got"));
                    assertTrue(message.endsWith(said), message);
                    message = WithTreeHosts.failure(() -> connection.sftp().listdir(run.toString()));
                    assertTrue(message.endsWith(said), message);
                },
                "Subsystem sftp " + programs.resolve("sftp"),
                "ForceCommand " + programs.resolve("sftp"));
        assertEquals(List.of(), Trees.names(here.resolve("got")));
    }

    @Test
    void whatRootCopiesLiesMeanwhileInTheUsersHome() throws Exception {
        Trees.file(run.resolve("a.log"), "rw-r--r--");
        Path log = programs.resolve("log");
        Trees.script(
                programs.resolve("sudo"),
                "echo \"$@\" >> " + log + "\nwhile [ \"$1\" != -- ]; do shift; done\nshift\nexec \"$@\"");
        Map<String, ?> sudo = Map.of("sudo", true);
        connected(connection -> {
            connection.get(sudo, run + "/a.log", here + "/got/");
            connection.put(
                    Map.of("sudo", true, "owner", System.getProperty("user.name")),
                    here.resolve("got/a.log"),
                    run + "/b.log");
            String home = connection.run("echo \"$HOME\"").out().strip();
            List<String> asked = Files.readAllLines(log).stream()
                    .filter(line -> line.startsWith("' jfab "))
                    .toList();
            assertTrue(asked.size() >= 2, asked::toString);
            assertTrue(asked.stream().allMatch(line -> line.contains(home + "/.jfab/tmp/jfab-")), asked::toString);
            assertEquals("", connection.run("ls -A " + home + "/.jfab/tmp").out());
            assertEquals(
                    "drwx------",
                    connection.run("stat -c %A " + home + "/.jfab/tmp").out().strip());
        });
        assertTrue(Files.exists(run.resolve("b.log")));
    }

    @Test
    void aFileThatRootReadsArrivesUnderTheNameThatWasAskedFor() throws Exception {
        Trees.file(run.resolve("a.log"), "rw-r--r--");
        Trees.script(programs.resolve("sudo"), "while [ \"$1\" != -- ]; do shift; done\nshift\nexec \"$@\"");
        Trees.script(programs.resolve("ls"), "/usr/bin/touch .profile\necho .profile");
        Files.createDirectory(here.resolve("got"));
        connected(connection -> connection.get(Map.of("sudo", true), run + "/a.log", here + "/got"));
        assertEquals(List.of("a.log"), Trees.names(here.resolve("got")));
    }
}
