package jfab.control.library;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jfab.JfabException;
import jfab.control.Ssh;
import jfab.control.connection.WithSshd;
import jfab.tools.Await;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.jetbrains.kotlin.cli.common.ExitCode;
import org.jetbrains.kotlin.cli.jvm.K2JVMCompiler;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of docs/library.md, as they stand there, against what users put on their class path. */
@Needs(Tool.SSHD)
class LibraryIT extends WithSshd {
    private static final Path TARGET = Path.of("target").toAbsolutePath();
    private static final String CLASSES = TARGET.resolve("jfab.jar") + File.pathSeparator + TARGET.resolve("lib/*");

    @TempDir
    Path folder;

    private record Ended(int code, String out, String err) {}

    @BeforeEach
    void sshConfig() throws Exception {
        Files.createDirectories(folder.resolve(".ssh"));
        Files.writeString(folder.resolve(".ssh/config"), """
                Host gpu1 gpu2
                  HostName 127.0.0.1
                  Port %d
                  User %s
                  IdentityFile %s
                  StrictHostKeyChecking accept-new
                """.formatted(
                sshd.port(), System.getProperty("user.name"), sshd.folder().resolve("id_ed25519")));
    }

    @Test
    void java() throws Exception {
        Ended ended = run(List.of("-cp", CLASSES, sample("java", "Disk.java").toString(), "gpu1,gpu2"));
        assertTrue(ended.out.matches("gpu1: +\\S+[KMGT]\ngpu2: +\\S+[KMGT]\n"), ended.toString());
        assertEquals(0, ended.code, ended.err);
    }

    @Test
    void oneHostFailsAndTheOthersTell() throws Exception {
        Ended ended = run(List.of("-cp", CLASSES, sample("java", "Disk.java").toString(), "gpu1,127.0.0.1:1"));
        assertTrue(
                ended.out.matches("gpu1: +\\S+\n127.0.0.1 failed: [^\n]*127.0.0.1:1[^\n]*refused[^\n]*\n"),
                ended.toString());
        assertEquals(1, ended.code, ended.err);
    }

    @Test
    void kotlin() throws Exception {
        Path source = sample("kotlin", "Push.kt");
        Path classes = Files.createDirectory(folder.resolve("classes"));
        assertEquals(
                ExitCode.OK,
                new K2JVMCompiler()
                        .exec(
                                new PrintStream(System.err, true, UTF_8),
                                "-no-reflect",
                                "-no-stdlib",
                                "-cp",
                                jars() + File.pathSeparator + kotlinLibrary(),
                                "-d",
                                classes.toString(),
                                source.toString()));
        Files.writeString(folder.resolve("model.bin"), "weights");
        Ended ended = run(List.of(
                "-cp",
                String.join(File.pathSeparator, classes.toString(), kotlinLibrary(), CLASSES),
                "PushKt",
                "gpu1",
                "model.bin",
                folder.resolve("pushed").toString()));
        String sum =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest("weights".getBytes(UTF_8)));
        assertEquals("gpu1: " + sum + "\n", ended.out, ended.err);
        assertEquals(0, ended.code, ended.err);
    }

    @Test
    void groovy() throws Exception {
        Ended ended = run(List.of(
                "-cp",
                CLASSES,
                "groovy.ui.GroovyMain",
                sample("groovy", "uptime.groovy").toString(),
                "gpu2"));
        assertEquals("gpu2: /tmp\nexit code 1\n", ended.out, ended.err);
        assertEquals(0, ended.code, ended.err);
    }

    @Test
    void whatAProgramDoesWrongIsASentenceToo() {
        Ssh ssh = Ssh.open();
        assertThrows(JfabException.class, () -> ssh.host("gpu1,gpu2"));
        assertThrows(JfabException.class, () -> ssh.hosts("gpu1").run("echo a\0b"));
        ssh.close();
        String said =
                assertThrows(JfabException.class, () -> ssh.host("127.0.0.1:1")).getMessage();
        assertTrue(said.contains("all connections have been closed"), said);
    }

    @Test
    void aProgramThatIsToldToEndEndsItsCommands() throws Exception {
        Path pid = folder.resolve("pid");
        Path script = Files.writeString(
                folder.resolve("sleep.groovy"),
                "jfab.control.Ssh.open().hosts('gpu1').run('echo $$ >" + pid + "; sleep 1000; true')\n");
        Process process = builder(List.of("-cp", CLASSES, "groovy.ui.GroovyMain", script.toString()))
                .start();
        Await.until("the command runs", () -> Files.exists(pid) && Files.size(pid) > 1);
        process.destroy();
        assertEquals(143, process.waitFor());
        assertTrue(
                ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).isEmpty());
    }

    /** The page's block in that language, in a file of that name. */
    private Path sample(String language, String name) throws Exception {
        Matcher block = Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("docs/library.md")));
        assertTrue(block.find(), language);
        return Files.writeString(folder.resolve(name), block.group(1));
    }

    private static String jars() throws Exception {
        List<String> jars = new ArrayList<>(List.of(TARGET.resolve("jfab.jar").toString()));
        try (var files = Files.list(TARGET.resolve("lib"))) {
            files.map(Path::toString).filter(file -> file.endsWith(".jar")).forEach(jars::add);
        }
        return String.join(File.pathSeparator, jars);
    }

    private static String kotlinLibrary() throws Exception {
        return Path.of(kotlin.Unit.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
    }

    private ProcessBuilder builder(List<String> arguments) {
        List<String> line = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin/java").toString(), "-Duser.home=" + folder));
        line.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(line)
                .directory(folder.toFile())
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile());
        builder.environment().remove("SSH_AUTH_SOCK");
        return builder;
    }

    private Ended run(List<String> arguments) throws Exception {
        Process process = builder(arguments).start();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        return new Ended(
                process.waitFor(), Files.readString(folder.resolve("out")), Files.readString(folder.resolve("err")));
    }
}
