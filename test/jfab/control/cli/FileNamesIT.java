package jfab.control.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import jfab.control.cli.JfabProcess.Ended;
import jfab.control.connection.WithSshd;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of files that are not ASCII, sent and fetched in a locale that knows only ASCII, or none, as that of services and containers. */
@Needs(Tool.SSHD)
class FileNamesIT extends WithSshd {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    @BeforeEach
    void make() throws Exception {
        sh("mkdir tree there && : >\"tree/$(printf '\\303\\251').txt\"");
        Files.writeString(folder.resolve("fabfile.groovy"), """
                task('up') { c -> c.put('tree', '%1$s/there/') }
                task('down') { c -> c.get('%1$s/tree', 'here/') }
                """.formatted(folder));
    }

    private String sh(String line) throws Exception {
        Process process = new ProcessBuilder("env", "LC_ALL=C", "sh", "-c", line)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
        return said;
    }

    private Ended jfab(String locale, String task) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(
                "-f",
                folder.resolve("fabfile.groovy").toString(),
                "-i",
                sshd.folder().resolve("id_ed25519").toString(),
                "--port",
                Integer.toString(sshd.port()),
                "--known-hosts",
                folder.resolve("known").toString(),
                "-H",
                "127.0.0.1",
                task));
        return JfabProcess.of(
                        command -> {
                            List<String> all = new ArrayList<>(List.of("env", "--chdir=" + folder, "LC_ALL=" + locale));
                            all.addAll(command);
                            return all;
                        },
                        arguments)
                .end(LIMIT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"C", "not_INSTALLED.UTF-8"})
    void theyArriveAsTheyAre(String locale) throws Exception {
        Ended up = jfab(locale, "up");
        assertEquals(0, up.exitCode(), up::text);
        assertEquals("\\303\\251.txt\n", sh("ls -b there/tree"));
        Ended down = jfab(locale, "down");
        assertEquals(0, down.exitCode(), down::text);
        assertEquals("\\303\\251.txt\n", sh("ls -b here/tree"));
    }

    @Test
    void whatIsNotUtf8IsRefusedAndNotRenamed() throws Exception {
        sh(": >\"tree/$(printf 'a\\377b')\"");
        for (String task : List.of("up", "down")) {
            Ended ended = jfab("C", task);
            assertEquals(1, ended.exitCode(), ended::text);
            assertEquals(
                    1,
                    ended.count("(?m)^jfab: .*" + folder
                            + "/tree/a.b has a name that is not UTF-8; rename it, or leave it out by exclude"),
                    ended::text);
        }
        assertEquals("", sh("ls there"));
    }

    @Test
    void argumentsThatAreNotUtf8AreRefusedAndNotRun() throws Exception {
        Ended ended = JfabProcess.of(
                        command -> List.of(
                                "sh",
                                "-c",
                                "exec \"$1\" -H 127.0.0.1 -- touch \"$(printf 'a\\377b')\"",
                                "sh",
                                command.getFirst()),
                        List.of())
                .end(LIMIT);
        assertEquals(2, ended.exitCode(), ended::text);
        assertEquals(
                1,
                ended.count("(?m)^jfab: 'a.b' on the command line is not text in the encoding of your locale"),
                ended::text);
    }
}
