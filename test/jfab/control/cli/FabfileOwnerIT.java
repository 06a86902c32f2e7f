package jfab.control.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import jfab.control.cli.JfabProcess.Ended;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A fabfile that nobody named, and the user's settings, are obeyed only where no other user could have put them or can change them. */
class FabfileOwnerIT {
    private static final int SOMEBODY = 12345;

    @TempDir
    private Path home;

    private Path team;
    private Path fabfile;
    private Path deep;

    @BeforeEach
    void prepare() throws Exception {
        home = home.toRealPath();
        team = Files.createDirectories(home.resolve("team"));
        deep = Files.createDirectories(team.resolve("project/deep"));
        fabfile = Files.writeString(team.resolve("fabfile.groovy"), """
                new File('%s').text = 'yes'
                task('hello') { c -> }
                """.formatted(home.resolve("executed")));
    }

    private Ended jfab(Map<String, String> environment, String... arguments) throws Exception {
        Files.deleteIfExists(home.resolve("executed"));
        return JfabProcess.run(deep, environment, arguments);
    }

    private void assertRead(Map<String, String> environment, String... arguments) throws Exception {
        Ended ended = jfab(environment, arguments);
        assertEquals(0, ended.exitCode(), ended.err());
        assertTrue(ended.out().contains("hello"), ended.out());
    }

    private void assertRefused(String why, String... arguments) throws Exception {
        Ended ended = jfab(Map.of(), arguments);
        assertFalse(Files.exists(home.resolve("executed")), ended.out());
        assertEquals(
                "jfab: the fabfile " + fabfile + " is not read, since " + why + "; name it with -f"
                        + " ../../fabfile.groovy if you trust it, or a folder above it in the setting trusted-folders\n",
                ended.err());
        assertEquals(2, ended.exitCode());
    }

    @Test
    void onesOwnIsRead() throws Exception {
        assertRead(Map.of(), "--list");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--list", "hello", "-H a -- true", "--explain-settings", "-x h --help hello"})
    @Needs(Tool.ROOT)
    void anotherUsersIsNot(String words) throws Exception {
        Files.setAttribute(fabfile, "unix:uid", SOMEBODY);
        assertRefused(fabfile + " belongs to " + SOMEBODY, words.split(" ", -1));
    }

    @Test
    @Needs(Tool.ROOT)
    void oneInAnotherUsersFolderIsNot() throws Exception {
        Files.setAttribute(team, "unix:uid", SOMEBODY);
        assertRefused(team + " belongs to " + SOMEBODY, "--list");
    }

    @Test
    void oneThatIncludesWhatOthersCanWriteIsNot() throws Exception {
        Path included =
                Files.writeString(team.resolve("included.groovy"), "new File('" + home + "/executed').text = 'yes'");
        Files.writeString(fabfile, "task('hello') { c -> }\ninclude 'included.groovy'");
        assertRead(Map.of(), "--list");
        assertTrue(Files.deleteIfExists(home.resolve("executed")));
        Files.setPosixFilePermissions(included, PosixFilePermissions.fromString("rw-rw-rw-"));
        Ended ended = jfab(Map.of(), "--list");
        assertFalse(Files.exists(home.resolve("executed")), ended.out());
        assertEquals(
                "../../fabfile.groovy:2: ../../included.groovy is not included, since others can write to " + included
                        + "; name the fabfile with -f if you trust it, or a folder above it in the setting trusted-folders\n",
                ended.err().replace("jfab: ", ""));
        assertEquals(2, ended.exitCode());
        assertRead(Map.of(), "-f", "../../fabfile.groovy", "--list");
        assertRead(Map.of("JFAB_TRUSTED_FOLDERS", team.toString()), "--list");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwxrwxrwx", "rwxr-xrwx"})
    void oneInAFolderThatOthersCanWriteIsNot(String permissions) throws Exception {
        Files.setPosixFilePermissions(team, PosixFilePermissions.fromString(permissions));
        assertRefused("others can write to " + team, "--list");
    }

    @Test
    void oneThatOthersCanWriteIsNotNorWhatALinkLeadsTo() throws Exception {
        Files.setPosixFilePermissions(fabfile, PosixFilePermissions.fromString("rw-rw-rw-"));
        assertRefused("others can write to " + fabfile, "--list");
        Path elsewhere = Files.createDirectories(home.resolve("elsewhere")).resolve("tasks.groovy");
        Files.move(fabfile, elsewhere);
        Files.createSymbolicLink(fabfile, elsewhere);
        assertRefused("others can write to " + elsewhere, "--list");
    }

    @Test
    @Needs(Tool.ROOT)
    void ofOneThatAGroupCanWriteItsMembersCount() throws Exception {
        Files.setPosixFilePermissions(fabfile, PosixFilePermissions.fromString("rw-rw-r--"));
        assertRead(Map.of(), "--list");
        Files.setAttribute(fabfile, "unix:gid", SOMEBODY);
        String why = ": /etc/group does not know the group " + SOMEBODY;
        assertRefused("others can write to " + fabfile + why, "--list");
        Files.setAttribute(fabfile, "unix:gid", 0);
        Files.setPosixFilePermissions(team, PosixFilePermissions.fromString("rwxrwxr-x"));
        assertRead(Map.of(), "--list");
        Files.setAttribute(team, "unix:gid", SOMEBODY);
        assertRefused("others can write to " + team + why, "--list");
    }

    private static void accessList(String entry, Path path) throws Exception {
        Process setting = new ProcessBuilder("setfacl", "-m", entry, path.toString())
                .inheritIO()
                .start();
        assertEquals(0, setting.waitFor());
    }

    /** In the mode, the mask of such a list stands in the group's place. */
    @Test
    @Needs({Tool.ROOT, Tool.ACCESS_LISTS})
    void oneThatAnAccessListLetsOthersWriteIsNot() throws Exception {
        String why = ": its access list names the account " + SOMEBODY;
        accessList("u:" + SOMEBODY + ":r,g:" + SOMEBODY + ":r,g::rw", fabfile);
        assertRead(Map.of(), "--list");
        accessList("u:" + SOMEBODY + ":rw", fabfile);
        assertEquals("rw-rw-r--", PosixFilePermissions.toString(Files.getPosixFilePermissions(fabfile)));
        assertRefused("others can write to " + fabfile + why, "--list");
        accessList("u:" + SOMEBODY + ":r,g:" + SOMEBODY + ":rw", fabfile);
        assertRefused("others can write to " + fabfile + ": /etc/group does not know the group " + SOMEBODY, "--list");
        accessList("g:" + SOMEBODY + ":r", fabfile);
        accessList("u:" + SOMEBODY + ":rwx", team);
        assertRefused("others can write to " + team + why, "--list");
        accessList("m:rx", team);
        assertRead(Map.of(), "--list");
    }

    @Test
    @Needs(Tool.ROOT)
    void anothersIsReadWhereItIsNamedOrItsFolderTrusted() throws Exception {
        Files.setAttribute(fabfile, "unix:uid", SOMEBODY);
        assertRead(Map.of(), "-f", "../../fabfile.groovy", "--list");
        assertRead(Map.of("JFAB_TRUSTED_FOLDERS", "/srv," + team), "--list");
        assertRead(Map.of(), "--trusted-folders", "/", "--list");
        Path settings = Files.createDirectories(deep.resolve(".config/jfab")).resolve("settings");
        Files.writeString(settings, "trusted-folders = " + home + "\n");
        assertRead(Map.of(), "--list");
        assertEquals(
                "jfab: --trusted-folders takes folders that begin with /, not 'team'\n",
                jfab(Map.of(), "--trusted-folders", "team", "--list").err());
    }

    @Test
    @Needs(Tool.ROOT)
    void ofWhoCalledSudoItIsRead() throws Exception {
        for (Path each : new Path[] {fabfile, team, home}) {
            Files.setAttribute(each, "unix:uid", SOMEBODY);
        }
        assertRead(Map.of("SUDO_UID", "" + SOMEBODY), "--list");
    }

    private void assertSettingsRefused(Map<String, String> environment, Path settings, String why) throws Exception {
        Ended ended = jfab(environment, "-H", "127.0.0.1", "--", "true");
        assertFalse(Files.exists(home.resolve("executed")), ended.out());
        assertEquals(
                "jfab: the settings " + settings + " are not read, since " + why
                        + "; make them and the folders above them yours, and writable by nobody else\n",
                ended.err());
        assertEquals(2, ended.exitCode());
    }

    private Path settings(Path config) throws Exception {
        return Files.writeString(
                Files.createDirectories(config.resolve("jfab")).resolve("settings"),
                "ssh-option = ProxyCommand=touch " + home.resolve("executed") + "\ntrusted-folders = /\n");
    }

    @Test
    void settingsThatOthersCanWriteOrReplaceAreNotRead() throws Exception {
        Path settings = settings(deep.resolve(".config"));
        Files.setPosixFilePermissions(settings, PosixFilePermissions.fromString("rw-rw-rw-"));
        assertSettingsRefused(Map.of(), settings, "others can write to " + settings);
        Files.setPosixFilePermissions(settings, PosixFilePermissions.fromString("rw-r--r--"));
        Files.setPosixFilePermissions(settings.getParent(), PosixFilePermissions.fromString("rwxrwxrwx"));
        assertSettingsRefused(Map.of(), settings, "others can write to " + settings.getParent());
    }

    @Test
    @Needs(Tool.ROOT)
    void settingsOfAnotherUserAreNotRead() throws Exception {
        Path config = home.resolve("theirs");
        Path settings = settings(config);
        Files.setAttribute(settings, "unix:uid", SOMEBODY);
        assertSettingsRefused(
                Map.of("XDG_CONFIG_HOME", config.toString()), settings, settings + " belongs to " + SOMEBODY);
        Files.setAttribute(settings, "unix:uid", 0);
        Files.setAttribute(config, "unix:uid", SOMEBODY);
        assertSettingsRefused(
                Map.of("XDG_CONFIG_HOME", config.toString()), settings, config + " belongs to " + SOMEBODY);
    }
}
