package jfab.control.own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import jfab.control.cli.JfabProcess;
import jfab.control.cli.JfabProcess.Ended;
import jfab.control.connection.WithSshd;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code jfab} does without a fabfile: it begins one, and says what is missing. */
class DoctorIT extends WithSshd {
    @TempDir
    private Path folder;

    private Ended jfab(String... line) throws Exception {
        return JfabProcess.run(folder, "", List.of(line));
    }

    /** One that reaches the server of this test. */
    private Ended doctor(String hosts, String... more) throws Exception {
        String key = sshd.folder().resolve("id_ed25519").toString();
        return jfab(Stream.concat(
                        Stream.of("-i", key, "--port", Integer.toString(sshd.port()), "-H", hosts, "doctor"),
                        Stream.of(more))
                .toArray(String[]::new));
    }

    @Test
    void commandsWithoutAFabfileStandBehindFlagsAndExplainThemselves() throws Exception {
        for (String command : List.of("demo", "init", "engine", "lint")) {
            Ended explained = jfab("--debug", command, "--help");
            assertEquals(0, explained.exitCode(), explained.err());
            assertTrue(explained.out().startsWith("Usage: jfab " + command), explained.out());
        }
        assertEquals(2, jfab("engine").exitCode());
        assertEquals(2, jfab("init", "a", "b").exitCode());
        Path other = Files.writeString(folder.resolve("other.groovy"), "hots 'a'\n");
        Ended linted = jfab("-f", other.toString(), "--debug", "lint");
        assertEquals(1, linted.exitCode(), linted.err());
        assertTrue(linted.out().contains(":1: a fabfile has no word 'hots'"), linted.out());
    }

    /** Whoever looks at a stranger's fabfile does not trust it yet. */
    @Test
    void lintRunsNothingOfTheFabfileOfItsFolder() throws Exception {
        Files.writeString(folder.resolve("fabfile.groovy"), "new File('run').text = ''\ntask('lint') { c -> }\n");
        for (List<String> line : List.of(List.of("lint"), List.of("-f", "fabfile.groovy", "lint"))) {
            Ended ended = jfab(line.toArray(String[]::new));
            assertEquals(0, ended.exitCode(), ended.out() + ended.err());
            assertFalse(Files.exists(folder.resolve("run")), line.toString());
        }
    }

    @Test
    void itTellsOfThisMachineAndOfEachHost() throws Exception {
        Ended ended = doctor("127.0.0.3");
        assertEquals(0, ended.exitCode(), ended.out() + ended.err());
        assertTrue(ended.out().contains("fabfile: none here; jfab init writes one\n"), ended.out());
        assertTrue(ended.out().contains("\ntraining engine: "), ended.out());
        assertTrue(ended.out().contains("nothing is missing\n"), ended.out());
        assertTrue(ended.out().matches("(?s).*has: \\d+ cores, \\d+ MB of memory, .*"), ended.out());
        Ended here = jfab("doctor");
        assertEquals(0, here.exitCode(), here.out() + here.err());
        assertTrue(here.out().contains("training engine: "), here.out());
    }

    @Test
    void forProgramsItIsOneObject() throws Exception {
        Ended ended = doctor("127.0.0.3,127.0.0.4:1", "--json");
        assertEquals(4, ended.exitCode(), ended.err());
        var schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(Path.of("docs/schemas/doctor.json")));
        assertEquals(List.of(), schema.validate(ended.out(), InputFormat.JSON), ended.out());
        assertTrue(
                ended.out().matches("(?s).*\\{\"host\":\"127.0.0.3\",\"missing\":\\[\\],.*\"has\":\\[\"\\d+ cores.*"),
                ended.out());
        assertTrue(ended.out().contains("\"failedHosts\":[{"), ended.out());
    }

    @Test
    void whatAHostLacksIsNamedWithWhatMendsIt() throws Exception {
        Path programs = Files.createDirectories(folder.resolve("programs"));
        for (String program :
                List.of("sh", "awk", "df", "date", "getconf", "uname", "gzip", "sha256sum", "tee", "stat")) {
            Files.createSymbolicLink(programs.resolve(program), which(program));
        }
        String script = Files.readString(Path.of("src/jfab/control/own/doctor.sh"));
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", script, "doctor", "1000000");
        builder.environment().clear();
        builder.environment().putAll(Map.of("PATH", programs.toString(), "HOME", "/nowhere"));
        Process process = builder.redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(1, process.waitFor(), said);
        for (String sentence : List.of(
                "MISSING: setsid, by which jobs outlive the connection; install util-linux\n",
                "MISSING: tar, which unpacks what is sent; install tar\n",
                "MISSING: find, which lists the trees that are copied; install findutils\n",
                "MISSING: xargs, by which sync compares; install findutils\n",
                "note: how much room /nowhere has is not known: df does not tell\n",
                "MISSING: mkfifo, by which what is sent is checked; install coreutils\n",
                "MISSING: a home directory that can be written: /nowhere;",
                " s ahead of yours; times in reports are corrected by that\n")) {
            assertTrue(said.contains(sentence), said);
        }
        assertFalse(said.contains("MISSING: room"), said);
    }

    private static Path which(String program) {
        return List.of("/usr/bin", "/bin").stream()
                .map(place -> Path.of(place, program))
                .filter(Files::exists)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aTemplateCanBeUsedAtOnce() throws Exception {
        Ended begun = jfab("init");
        assertEquals(
                "wrote fabfile.groovy\nfabfile.groovy says how it goes on; jfab doctor says what is missing for that\n",
                begun.out(),
                begun.err());
        Ended listed = jfab("--list");
        assertTrue(listed.out().contains("deploy"), listed.out() + listed.err());
        Ended again = jfab("init");
        assertEquals(2, again.exitCode());
        assertEquals("jfab: fabfile.groovy is here already; nothing was written\n", again.err());
        Files.delete(folder.resolve("fabfile.groovy"));
        assertEquals(0, jfab("init", "cluster").exitCode());
        Ended tried = jfab("-n", "cluster-train", "-p", "package");
        assertEquals(0, tried.exitCode(), tried.out() + tried.err());
    }
}
