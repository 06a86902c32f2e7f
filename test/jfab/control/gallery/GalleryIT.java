package jfab.control.gallery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import jfab.control.cli.JfabProcess;
import jfab.control.cli.JfabProcess.Ended;
import jfab.control.connection.WithSshd;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The fabfiles of the gallery, run as their first lines say, on real hosts. */
class GalleryIT extends WithSshd {
    private static final Path GALLERY = Path.of("examples/fabfiles").toAbsolutePath();

    @TempDir
    private Path folder;

    private Ended jfab(String fabfile, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(
                List.of("-i", sshd.folder().resolve("id_ed25519").toString(), "--port", Integer.toString(sshd.port())));
        all.addAll(List.of("-f", GALLERY.resolve(fabfile).toString()));
        if (!List.of(arguments).contains("-H")) {
            all.addAll(List.of("-H", "127.0.0.[1-2]"));
        }
        all.addAll(List.of(arguments));
        return JfabProcess.run(folder, "", all);
    }

    @Test
    void factsOfAllHostsAreOneTable() throws Exception {
        Ended ended = jfab("gather_facts.groovy", "facts", "--sort=memory");
        List<String> lines = ended.out().lines().toList();
        assertEquals(4, lines.size(), ended.out() + ended.err());
        assertTrue(lines.get(1).matches("127\\.0\\.0\\.[12] +Linux \\S+ +\\d+ +\\d+ +\\d+"), lines.get(1));
        assertTrue(lines.get(3).matches("2 hosts, \\d+ cores"), lines.get(3));
    }

    @Test
    void logsAreSearchedOnAllHosts() throws Exception {
        Path log = folder.resolve("my app.log");
        Files.writeString(log, "connection reset 1\nfine\nconnection reset 2\n");
        Ended found = jfab("log_search.groovy", "search", "connection reset", "--log=" + log, "--lines=1");
        assertEquals(List.of("[127.0.0.1] connection reset 2", "[127.0.0.2] connection reset 2"), found.sortedOut());
        Ended none = jfab("log_search.groovy", "search", "refused", "--log=" + log);
        assertEquals("", none.out());
        assertEquals(0, none.exitCode());
        Ended counted = jfab("log_search.groovy", "--set", "log=" + log, "count", "reset( [0-9])?");
        assertEquals(List.of("       2  127.0.0.1", "       2  127.0.0.2"), counted.sortedOut());
        Ended missing = jfab("log_search.groovy", "search", "x", "--log=/nix.log");
        assertTrue(missing.err().contains("/nix.log"), missing.err());
        assertFalse(missing.err().contains("Exception"), missing.err());
        assertEquals(1, missing.exitCode());
    }

    @Test
    void aSiteIsPublishedCheckedAndUnlocked() throws Exception {
        // Two hosts that share a disk would lock each other out.
        List<String> one = List.of("-x", "127.0.0.2", "--set", "root=" + folder.resolve("site"));
        Ended first = jfab("custom_tasks.groovy", with(one, "site"));
        assertEquals("v1\nquick\n", first.out(), first.err());
        Ended second = jfab("custom_tasks.groovy", with(one, "--set", "number=2", "site.pub", "--mode=full"));
        assertEquals("v1\nv2\nfull\n", second.out(), second.err());
        Ended third = jfab("custom_tasks.groovy", with(one, "--set", "number=3", "site.publish"));
        assertEquals("v1\nv2\nv3\nquick\n", third.out(), third.err());
        assertFalse(Files.exists(folder.resolve("site/.lock")));
        Files.createDirectory(folder.resolve("site/.lock"));
        Ended locked = jfab("custom_tasks.groovy", with(one, "site"));
        assertEquals(1, locked.exitCode());
        assertTrue(Files.exists(folder.resolve("site/.lock")), "took another's lock away");
        Ended choice = jfab("custom_tasks.groovy", "site", "--mode=slow");
        assertTrue(choice.err().contains("quick or full"), choice.err());
        assertEquals(2, choice.exitCode());
    }

    @Test
    void aRollingRestartStopsAtTheHostThatDoesNotComeBack() throws Exception {
        Path control = folder.resolve("control");
        Files.writeString(control, """
                #!/bin/sh
                host=$(echo $SSH_CONNECTION | cut -d' ' -f3)
                echo "$host $*" >>%s/calls
                [ "$1" != is-active ] || [ $host != 127.0.0.2 ]
                """.formatted(folder));
        assertTrue(control.toFile().setExecutable(true));
        Ended ended = jfab(
                "rolling_restart.groovy",
                "-H",
                "127.0.0.[1-3]",
                "--set",
                "control=" + control,
                "restart",
                "nginx",
                "--tries=1");
        assertEquals(
                List.of(
                        "127.0.0.1 restart nginx",
                        "127.0.0.1 is-active --quiet nginx",
                        "127.0.0.2 restart nginx",
                        "127.0.0.2 is-active --quiet nginx"),
                Files.readAllLines(folder.resolve("calls")),
                ended.err());
        assertTrue(ended.err().contains("127.0.0.2: nginx did not come back in 1 s"), ended.err());
        assertEquals(1, ended.exitCode());
    }

    @Test
    void aFolderIsSentAndFilesAreCollected() throws Exception {
        Files.createDirectories(folder.resolve("site/.git"));
        Files.writeString(folder.resolve("site/index.html"), "hello");
        Files.writeString(folder.resolve("site/x.tmp"), "no");
        Path remote = folder.resolve("srv/site");
        Ended sent = jfab("transfer.groovy", "-x", "127.0.0.2", "send", "site", remote.toString());
        assertEquals("1 files sent, 0 left as they are\n", sent.out(), sent.err());
        assertEquals("hello", Files.readString(remote.resolve("index.html")));
        assertFalse(Files.exists(remote.resolve("x.tmp")));
        Ended again = jfab("transfer.groovy", "-x", "127.0.0.2", "send", "site", remote.toString());
        assertEquals("0 files sent, 1 left as they are\n", again.out(), again.err());
        Ended got = jfab("transfer.groovy", "collect", remote + "/index.html", "--into=logs");
        assertEquals(2, got.sortedOut().size(), got.out() + got.err());
        for (String host : List.of("127.0.0.1", "127.0.0.2")) {
            assertEquals("hello", Files.readString(folder.resolve("logs/" + host + "/index.html")));
        }
        Ended shown = jfab("transfer.groovy", "show", remote + "/index.html");
        assertEquals(List.of("[127.0.0.1] hello", "[127.0.0.2] hello"), shown.sortedOut());
    }

    @Test
    @Needs(Tool.SUDO)
    void packagesAndConfigurationAreInstalledThroughSudo() throws Exception {
        Path installer = folder.resolve("installer");
        Files.writeString(installer, """
                #!/bin/sh
                echo "$(id -un) $DEBIAN_FRONTEND $*" >>%s/calls
                """.formatted(folder));
        assertTrue(installer.toFile().setExecutable(true));
        Ended packages = jfab(
                "sudo_install.groovy",
                "-x",
                "127.0.0.2",
                "--set",
                "installer=" + installer,
                "packages",
                "nginx",
                "a b");
        assertEquals("installed nginx, a b\n", packages.out(), packages.err());
        assertEquals(
                List.of("root noninteractive install -y -q nginx a b"), Files.readAllLines(folder.resolve("calls")));
        Files.writeString(folder.resolve("app.conf"), "new");
        Path there = folder.resolve("the app.conf");
        Files.writeString(there, "old");
        Ended configured = jfab(
                "sudo_install.groovy",
                "-x",
                "127.0.0.2",
                "configure",
                "app.conf",
                there.toString(),
                "--mode=600",
                "--check=grep new");
        assertEquals(0, configured.exitCode(), configured.err());
        assertEquals("new", Files.readString(there));
        assertEquals("old", Files.readString(folder.resolve("the app.conf.before")));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(there)));
        Files.writeString(folder.resolve("app.conf"), "bad");
        Ended refused = jfab(
                "sudo_install.groovy",
                "-x",
                "127.0.0.2",
                "configure",
                "app.conf",
                there.toString(),
                "--check=grep new");
        assertEquals(1, refused.exitCode(), refused.err());
        assertEquals("new", Files.readString(there));
    }

    private static String[] with(List<String> first, String... rest) {
        List<String> all = new ArrayList<>(first);
        all.addAll(List.of(rest));
        return all.toArray(String[]::new);
    }
}
