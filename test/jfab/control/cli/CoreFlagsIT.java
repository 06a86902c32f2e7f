package jfab.control.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import jfab.control.cli.JfabProcess.Ended;
import jfab.control.connection.WithSshd;
import jfab.tools.Await;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Flags of jfab itself that are about the user and the fabfile, as a user types them. */
class CoreFlagsIT extends WithSshd {
    @TempDir
    private Path folder;

    private String key() {
        return sshd.folder().resolve("id_ed25519").toString();
    }

    @Test
    void theSearchRootSaysWhereTheFabfileIs() throws Exception {
        Path deep = Files.createDirectories(folder.resolve("sub/deep"));
        Files.writeString(deep.resolveSibling("fabfile.groovy"), "task('found', 'It is') { c -> }\n");
        Ended listed = JfabProcess.run(folder, "", List.of("-r", "sub/deep", "--list"));
        assertTrue(listed.out().contains("found"), listed.out() + listed.err());
        Ended nowhere = JfabProcess.run(folder, "", List.of("--search-root=nowhere", "--list"));
        assertEquals("jfab: there is no folder nowhere to look for the fabfile from\n", nowhere.err(), nowhere.out());
        assertEquals(2, nowhere.exitCode());
    }

    @Test
    void theFabfileMayHaveAnotherName() throws Exception {
        Path deep = Files.createDirectories(folder.resolve("sub/deep"));
        Files.writeString(deep.resolveSibling("deploy.groovy"), "task('found', 'It is') { c -> }\n");
        Ended listed = JfabProcess.run(folder, "", List.of("-c", "deploy", "-r", "sub/deep", "--list"));
        assertTrue(listed.out().contains("found"), listed.out() + listed.err());
        Ended missing = JfabProcess.run(folder, "", List.of("--collection=deploi", "-r", "sub", "--list"));
        assertTrue(missing.err().startsWith("jfab: no deploi.groovy in "), missing.err());
        Ended path = JfabProcess.run(folder, "", List.of("-c", "sub/deploy", "--list"));
        assertEquals(
                "jfab: --collection takes the name of a file without .groovy, not 'sub/deploy'; -f takes a path, -r a folder\n",
                path.err());
        assertEquals(2, path.exitCode());
    }

    @Test
    void whoAsksForAJobWithoutAClusterIsToldWhatBringsIt() throws Exception {
        Files.writeString(folder.resolve("fabfile.groovy"), "task('disk') { c -> }\n");
        assertEquals(
                "jfab: no task 'cluster_train'; a fabfile with a cluster block has it\n",
                JfabProcess.run(folder, "", List.of("cluster_train")).err());
        assertEquals(
                "jfab: no task 'status'; a fabfile with a training or a cluster block has it\n",
                JfabProcess.run(folder, "", List.of("status")).err());
    }

    @Test
    void tracesAreShownWhereTheyAreAskedFor() throws Exception {
        Files.writeString(folder.resolve("fabfile.groovy"), "task('disk') { c -> }\n");
        assertTrue(JfabProcess.run(folder, "", List.of("-d", "dsik")).err().contains("\tat jfab.control.cli."));
        assertTrue(
                JfabProcess.run(folder, Map.of("JFAB_DEBUG", "1"), "dsik").err().contains("\tat jfab.control.cli."));
        assertEquals(
                "jfab: no task 'dsik'; did you mean 'disk'?\n",
                JfabProcess.run(folder, "", List.of("dsik")).err());
    }

    @Test
    void theUserIsWhoLogsInWhereAHostNamesNone() throws Exception {
        Ended ended = JfabProcess.run(
                folder,
                "",
                List.of(
                        "-u",
                        "no-such-user",
                        "--port=" + sshd.port(),
                        "-i",
                        key(),
                        "-H",
                        "127.0.0.1," + System.getProperty("user.name") + "@127.0.0.2",
                        "--",
                        "echo in"));
        assertTrue(ended.err().contains("no-such-user@127.0.0.1"), ended.err());
        assertTrue(ended.out().endsWith("in\n"), ended.out() + ended.err());
        assertFalse(ended.err().contains("no-such-user@127.0.0.2"), ended.err());
    }

    @Test
    void theAgentLogsInIsListedAndGoesAlong() throws Exception {
        Path socket = folder.resolve("agent");
        Process agent = new ProcessBuilder("ssh-agent", "-D", "-a", socket.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            Await.until("an agent", () -> Files.exists(socket));
            Map<String, String> environment = Map.of("SSH_AUTH_SOCK", socket.toString());
            assertEquals(
                    "The agent has no keys.\n",
                    JfabProcess.run(folder, environment, "--list-agent-keys").out());
            ProcessBuilder add = new ProcessBuilder("ssh-add", "-q", key());
            add.environment().putAll(environment);
            assertEquals(0, add.start().waitFor());
            Ended listed = JfabProcess.run(folder, environment, "--list-agent-keys");
            assertTrue(listed.out().matches("(?s).*SHA256:\\S+.*"), listed.out() + listed.err());
            assertEquals(0, listed.exitCode());
            String port = "--port=" + sshd.port();
            Ended along = JfabProcess.run(folder, environment, "-A", port, "-H", "127.0.0.1", "--", "ssh-add -l");
            assertTrue(along.out().contains("SHA256:"), along.out() + along.err());
            Ended alone = JfabProcess.run(folder, environment, port, "-H", "127.0.0.1", "--", "ssh-add -l");
            assertFalse(alone.out().contains("SHA256:"), alone.out());
        } finally {
            agent.destroy();
            agent.waitFor();
        }
    }
}
