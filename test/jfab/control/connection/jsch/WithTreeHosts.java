package jfab.control.connection.jsch;

import static jfab.control.connection.jsch.Trees.script;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import jfab.control.connection.Connection;
import jfab.control.connection.Printed;
import jfab.control.connection.SshdFixture;
import jfab.control.connection.files.TransferException;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that run with each kind of host that receives and sends trees of files; a class has one real OpenSSH server of each. */
@Needs(Tool.SSHD)
@ParameterizedClass
@EnumSource
abstract class WithTreeHosts {
    /** What a host offers. */
    enum Way {
        /** A shell with tar. */
        TAR,
        /** A shell without tar, and SFTP. */
        SFTP,
        /** A shell without tar, and no SFTP. */
        SHELL,
        /** SFTP and no shell. */
        NO_SHELL
    }

    private static final Map<Way, SshdFixture> SERVERS = new EnumMap<>(Way.class);

    @TempDir
    static Path programs;

    @TempDir
    Path here;

    @TempDir
    Path there;

    final Way way;
    final Printed printed = new Printed();

    WithTreeHosts(Way way) {
        this.way = way;
    }

    @BeforeAll
    static void start() throws Exception {
        for (String name : List.of(
                "sh",
                "cat",
                "chmod",
                "chown",
                "find",
                "stat",
                "mv",
                "rm",
                "mkdir",
                "rmdir",
                "ln",
                "readlink",
                "touch",
                "sync",
                "xargs",
                "sha256sum",
                "sleep",
                "kill")) {
            Path program = Path.of("/usr/bin", name);
            if (Files.exists(program)) {
                script(programs.resolve(name), "exec " + program + " \"$@\"");
            }
        }
        SERVERS.put(Way.TAR, SshdFixture.start());
        SERVERS.put(Way.SFTP, withoutTar("Subsystem sftp internal-sftp"));
        SERVERS.put(Way.SHELL, withoutTar("Subsystem other /bin/false"));
        SERVERS.put(Way.NO_SHELL, SshdFixture.start("ForceCommand internal-sftp"));
    }

    /** sshd starts commands with a PATH that it was built with, so that a wrapper sets another. */
    private static SshdFixture withoutTar(String subsystem) throws Exception {
        Path wrapper = programs.resolve("without-tar-" + subsystem.hashCode());
        script(
                wrapper,
                "PATH=" + programs + "; export PATH\n"
                        + "case $SSH_ORIGINAL_COMMAND in internal-sftp) exec /usr/lib/openssh/sftp-server ;; esac\n"
                        + "eval \"$SSH_ORIGINAL_COMMAND\"");
        return SshdFixture.start(subsystem, "ForceCommand " + wrapper);
    }

    @AfterAll
    static void stop() throws Exception {
        for (SshdFixture sshd : SERVERS.values()) {
            sshd.close();
        }
    }

    SshdFixture sshd() {
        return Objects.requireNonNull(SERVERS.get(way));
    }

    /** The test's work with a connection. */
    @FunctionalInterface
    interface Work {
        void run(Connection connection) throws Exception;
    }

    void connected(Work work) throws Exception {
        try (JschConnector connector = new JschConnector(sshd().settings(printed))) {
            work.run(connector.open(sshd().host()));
        }
    }

    static String failure(org.junit.jupiter.api.function.Executable executable) {
        return assertThrows(TransferException.class, executable).getMessage();
    }
}
