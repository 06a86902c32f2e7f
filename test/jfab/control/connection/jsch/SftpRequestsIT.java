package jfab.control.connection.jsch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import jfab.control.connection.Connection;
import jfab.control.connection.Printed;
import jfab.control.connection.SshdFixture;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What files cost in round trips, as OpenSSH's server of files has counted them. */
@Needs(Tool.SSHD)
class SftpRequestsIT {
    private static final Pattern REQUEST = Pattern.compile("request \\d+: (?!sent)([\\w-]+)");

    @TempDir
    Path folder;

    @Test
    void aFileIsLookedForMadeWrittenAndPutInPlace() throws Exception {
        Path log = folder.resolve("log");
        Path server = folder.resolve("server");
        Trees.script(server, "exec /usr/lib/openssh/sftp-server -e -l DEBUG3 2>'" + log + "'");
        Path file = Files.writeString(folder.resolve("file"), "x");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        Path there = Files.createDirectory(folder.resolve("there"));
        try (SshdFixture sshd = SshdFixture.start("Subsystem sftp " + server);
                JschConnector connector = new JschConnector(sshd.settings(new Printed()))) {
            connector.open(sshd.host()).put(file, there + "/");
        }
        assertEquals("rw-r-----", Trees.mode(there.resolve("file")));
        assertEquals(
                Files.getLastModifiedTime(file).toMillis() / 1000,
                Files.getLastModifiedTime(there.resolve("file")).toMillis() / 1000);
        assertTrue(
                Files.readString(log).contains("flags WRITE,CREATE,EXCL mode 0600"),
                "nobody else can open it, and it is nothing that somebody else has put there");
        assertEquals(
                List.of("stat", "stat", "open", "write", "fstat", "fsetstat", "close", "posix-rename"),
                REQUEST.matcher(Files.readString(log))
                        .results()
                        .map((MatchResult each) -> each.group(1))
                        .toList());
    }

    /** It goes as an archive, through the host's shell. */
    @Test
    void aTreeAsksTheServerOfFilesNothing() throws Exception {
        Path asked = folder.resolve("asked");
        Path server = folder.resolve("server");
        Trees.script(server, "touch '" + asked + "'; exec /usr/lib/openssh/sftp-server");
        Path tree = Trees.tree(folder);
        Path there = Files.createDirectory(folder.resolve("there"));
        try (SshdFixture sshd = SshdFixture.start("Subsystem sftp " + server);
                JschConnector connector = new JschConnector(sshd.settings(new Printed()))) {
            Connection connection = connector.open(sshd.host());
            connection.put(tree, there + "/");
            connection.put(Map.of("sync", true), tree, there + "/");
            assertEquals(Trees.content(tree), Trees.content(there.resolve("model")));
            assertFalse(Files.exists(asked));
            connection.put(folder.resolve("server"), there + "/");
            assertTrue(Files.exists(asked));
        }
    }
}
