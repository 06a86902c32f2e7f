package jfab.control.connection.jsch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import jfab.control.connection.Connection;
import jfab.control.connection.Connector;
import jfab.control.connection.Printed;
import jfab.control.connection.SshdFixture;
import jfab.control.connection.command.CommandException;
import jfab.control.connection.files.TransferException;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever login shell an account has, commands, transfers and exit codes are the same; where none comes to run, that is said. */
@Needs(Tool.SSHD)
class LoginShellIT {
    @TempDir
    private Path folder;

    private final Printed printed = new Printed();

    /** Does {@code work} on a host where sshd starts {@code shell}, with {@code startup} as bash's start-up file. */
    private void on(String shell, String startup, Consumer<Connection> work) throws Exception {
        // As sshd runs a login shell: with the command behind -c, and its path in SHELL.
        String start =
                "ForceCommand SHELL=" + shell.split(" ", -1)[0] + " exec " + shell + " -c \"$SSH_ORIGINAL_COMMAND\"";
        String sftp = startup.isEmpty() ? "Subsystem other /bin/false" : "Subsystem sftp /usr/lib/openssh/sftp-server";
        try (SshdFixture sshd = SshdFixture.start(start, sftp)) {
            Files.writeString(sshd.folder().resolve("home/.bashrc"), startup);
            try (Connector connector = new JschConnector(sshd.settings(printed));
                    Connection connection = connector.open(sshd.host())) {
                work.accept(connection);
            }
        }
    }

    private void behaves(String shell) throws Exception {
        behaves(shell, "");
    }

    private void behaves(String shell, String startup) throws Exception {
        Path here = Files.createDirectories(folder.resolve("here/deep"));
        Files.writeString(here.resolve("it's a \\ file!"), "content");
        on(shell, startup, connection -> {
            List<String> odd = List.of("printf", "%s|%s\\n", "it's $HOME! \\n `x`", "=a");
            assertEquals("it's $HOME! \\n `x`|=a\n", connection.run(odd).out());
            assertEquals(
                    "1\n2\n",
                    connection.run("for i in 1 2; do\n  echo $i\ndone").out());
            assertEquals(
                    "\u00e4 v",
                    connection
                            .run(Map.of("env", Map.of("A", "\u00e4 v")), "printf %s \"$A\"")
                            .out());
            assertEquals("in", connection.run(Map.of("in", "in"), "cat").out());
            CommandException failed = assertThrows(CommandException.class, () -> connection.run("exit 7"));
            assertEquals(7, failed.result().exitStatus());
            connection.put(Map.of("mkdirs", true), folder + "/here/", folder + "/there");
            connection.get(folder + "/there/", folder + "/back");
        });
        assertEquals("content", Files.readString(folder.resolve("back/deep/it's a \\ file!")));
    }

    @Test
    void sh() throws Exception {
        behaves("/bin/sh");
    }

    @Test
    void bash() throws Exception {
        behaves("/bin/bash");
    }

    @Test
    void bashWithAStartUpFileThatPrints() throws Exception {
        behaves("/bin/bash", "echo welcome to $(hostname)\nprintf 'no line end'\n");
    }

    @Test
    @Needs(Tool.ZSH)
    void zsh() throws Exception {
        behaves("/bin/zsh");
    }

    @Test
    @Needs(Tool.FISH)
    void fish() throws Exception {
        behaves("/usr/bin/fish");
    }

    @Test
    @Needs(Tool.TCSH)
    void tcsh() throws Exception {
        behaves("/bin/tcsh");
    }

    @Test
    @Needs(Tool.BUSYBOX)
    void busybox() throws Exception {
        behaves("/bin/busybox sh");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Could not chdir to home directory /none: No such file", "Failed chdir \\'/none\\': No such file"
            })
    void whatTheServerSaysOfAMissingHomeIsNotWhyACopyFails(String warning) throws Exception {
        Path tree = Files.createDirectories(folder.resolve("here"));
        Path file = Files.writeString(tree.resolve("file"), "content");
        String start = "ForceCommand echo $'" + warning + "' >&2; cd /; eval \"$SSH_ORIGINAL_COMMAND\"";
        try (SshdFixture sshd = SshdFixture.start(start, "Subsystem other /bin/false");
                Connector connector = new JschConnector(sshd.settings(printed));
                Connection connection = connector.open(sshd.host())) {
            TransferException failed = assertThrows(TransferException.class, () -> connection.put(tree, "no/such"));
            assertEquals(
                    sshd.host() + ": no/such: there is no directory ./no; mkdirs: true makes it", failed.getMessage());
            failed = assertThrows(TransferException.class, () -> connection.put(file, "no/file"));
            assertEquals(sshd.host() + ": no/file: there is no such file or directory", failed.getMessage());
        }
    }

    @Test
    void whatNeverRanHasFailed() throws Exception {
        on("/bin/true", "", connection -> {
            CommandException failed =
                    assertThrows(CommandException.class, () -> connection.run(Map.of("warn", true), "uptime"));
            assertTrue(
                    failed.getMessage()
                            .endsWith(
                                    ": `uptime` did not run: the host did not start /bin/sh for it, and exited with 0"),
                    failed.getMessage());
            assertEquals(126, failed.result().exitStatus());
        });
        Path refusal = folder.resolve("nologin");
        Trees.script(refusal, "echo 'This account is currently not available.'; exit 1");
        on(refusal.toString(), "", connection -> {
            CommandException failed = assertThrows(CommandException.class, () -> connection.run("uptime"));
            assertTrue(
                    failed.getMessage().endsWith(" and exited with 1: This account is currently not available."),
                    failed.getMessage());
        });
    }
}
