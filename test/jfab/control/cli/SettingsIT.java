package jfab.control.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jfab.control.cli.JfabProcess.Ended;
import jfab.control.connection.WithSshd;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Settings from the user's file, the fabfile, the environment and the command line, each over those before it. */
class SettingsIT extends WithSshd {
    @TempDir
    private Path folder;

    @BeforeEach
    void files() throws Exception {
        fabfile("""
                settings region: 'eu', replicas: 3, apiToken: 'verysecret'
                task('where') { c -> println "${settings.region} ${setting('replicas') + 1} ${setting('zone', 'z')}" }
                """);
        userFile("port = " + sshd.port(), "identity=" + sshd.folder().resolve("id_ed25519"));
    }

    private void fabfile(String text) throws Exception {
        Files.writeString(folder.resolve("fabfile.groovy"), text);
    }

    private void userFile(String... lines) throws Exception {
        Files.createDirectories(folder.resolve(".config/jfab"));
        Files.write(folder.resolve(".config/jfab/settings"), List.of(lines));
    }

    private Ended jfab(Map<String, String> environment, String... arguments) throws Exception {
        return JfabProcess.run(folder, environment, arguments);
    }

    private Ended where(Map<String, String> environment, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of("-H", "127.0.0.1"));
        all.addAll(List.of(arguments));
        all.add("where");
        return jfab(environment, all.toArray(String[]::new));
    }

    @Test
    void aFlagIsSeenByTheFabfileToo() throws Exception {
        fabfile("""
                settings poolSize: 2, connectTimeout: '7s', output: 'lines'
                println setting('poolSize')
                task('flags', local: true) { c -> println "${setting('poolSize')} ${settings.connectTimeout} ${setting('dedupe', 'x')}" }
                """);
        Map<String, String> variable = Map.of("JFAB_POOL_SIZE", "8");
        assertEquals("5\n5 7s x\n", jfab(variable, "-P", "5", "flags").out());
        assertEquals("8\n8 9 x\n", jfab(variable, "flags", "-t", "9").out());
        assertEquals(
                "6\n6 7s x\n",
                jfab(variable, "--set", "pool-size=5", "--pool-size=6", "flags").out());
    }

    @Test
    void eachLevelOutdoesThoseBelowIt() throws Exception {
        Ended user = where(Map.of());
        assertEquals("eu 4 z\n", user.out(), user.err());
        assertEquals(
                "us 8 z\n",
                where(Map.of("JFAB_REGION", "us", "JFAB_REPLICAS", "7")).out());
        assertEquals(
                "asia 2 z\n",
                where(Map.of("JFAB_REGION", "us"), "--set", "region=asia", "--set=replicas=1")
                        .out());
        fabfile("settings port: 1\ntask('where') { c -> }");
        Ended refused = where(Map.of());
        assertEquals(4, refused.exitCode(), refused.err());
        assertEquals(0, where(Map.of("JFAB_PORT", "" + sshd.port())).exitCode());
        assertEquals(
                4,
                where(Map.of("JFAB_PORT", "" + sshd.port()), "--set", "port=1").exitCode());
        assertEquals(
                0,
                where(Map.of("JFAB_PORT", "1"), "--set", "port=1", "--port", "" + sshd.port())
                        .exitCode());
    }

    @Test
    void explanationsNameTheSourceOfEachValueAndNoSecret() throws Exception {
        Ended ended = jfab(Map.of("JFAB_POOL_SIZE", "3"), "-t", "5", "--set", "region=asia", "--explain-settings");
        List<String> lines = ended.out()
                .lines()
                .map(line -> line.replaceAll("  +", " ").strip())
                .toList();
        assertTrue(
                lines.contains("port = " + sshd.port() + " " + folder.resolve(".config/jfab/settings") + ":1"),
                ended.out());
        assertTrue(lines.contains("pool-size = 3 variable JFAB_POOL_SIZE"), ended.out());
        assertTrue(lines.contains("connect-timeout = 5 flag --connect-timeout"), ended.out());
        assertTrue(lines.contains("region = asia --set region"), ended.out());
        assertTrue(lines.contains("replicas = 3 fabfile.groovy:1"), ended.out());
        assertTrue(lines.contains("api-token = *** fabfile.groovy:1"), ended.out());
        assertTrue(lines.contains("command-timeout = none default"), ended.out());
    }

    @Test
    void whatIsNoSettingIsToldWithItsPlace() throws Exception {
        complaint(
                "--set polSize: no setting 'pol-size'; did you mean 'pool-size'?",
                where(Map.of(), "--set", "polSize=3"));
        complaint(
                "--set moon: no setting 'moon'; a fabfile makes one with: settings moon: 'value'",
                where(Map.of(), "--set", "moon=3"));
        complaint("--set takes key=value, not 'moon'", where(Map.of(), "--set", "moon"));
        complaint(
                "variable JFAB_POL_SIZE: no setting 'pol-size'; did you mean 'pool-size'?",
                where(Map.of("JFAB_POL_SIZE", "3")));
        complaint(
                "variable JFAB_POOL_SIZE: --pool-size takes a whole number from 1, not 'many'",
                where(Map.of("JFAB_POOL_SIZE", "many")));
        complaint("variable JFAB_DEBUG: debug takes true or false, not 'loud'", where(Map.of("JFAB_DEBUG", "loud")));
        complaint(
                "variable JFAB_HOSTS: 'hosts' cannot be set; it is only a flag, --hosts",
                where(Map.of("JFAB_HOSTS", "a")));
        userFile("port = 22", "", "pool-sise = 4");
        complaint(
                folder.resolve(".config/jfab/settings") + ":3: no setting 'pool-sise'; did you mean 'pool-size'?",
                where(Map.of()));
        userFile("moon = 4");
        fabfile("\nsettings poolSise: 4");
        complaint(
                "fabfile.groovy:2: no setting 'pool-sise'; did you mean 'pool-size'? One of its own the fabfile reads, with"
                        + " setting('pool-sise')",
                where(Map.of()));
        fabfile("settings a: 1\nprintln settings.b");
        complaint("fabfile.groovy:2: no setting 'b'; did you mean 'a'?", where(Map.of()));
        fabfile("settings replicas: 1\nprintln settings.replicas");
        complaint(
                "fabfile.groovy:2: variable JFAB_REPLICAS: setting 'replicas' takes a whole number, not 'x'",
                where(Map.of("JFAB_REPLICAS", "x")));
    }

    private static void complaint(String message, Ended ended) {
        assertEquals("jfab: " + message + "\n", ended.err());
        assertEquals(2, ended.exitCode());
    }
}
