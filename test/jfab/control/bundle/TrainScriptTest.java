package jfab.control.bundle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The engine's own start: on a host that is too old for its libraries, one sentence. */
class TrainScriptTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"2.17,1", "2.28,1", "2.31,1", "2.34,1", "2.35,0", "2.36,0", "2.40,0", "2.100,0", "'',0"})
    void aLibraryOfTheSystemThatIsTooOldIsNamed(String version, int code) throws Exception {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Path train = Files.copy(Path.of("src/jfab/control/bundle/train"), bin.resolve("train"));
        script(bin.resolve("getconf"), "echo glibc " + version);
        script(Files.createDirectories(folder.resolve("jre/bin")).resolve("java"), "exit 0");
        ProcessBuilder builder = new ProcessBuilder("sh", train.toString()).redirectErrorStream(true);
        builder.environment().put("PATH", bin + ":" + System.getenv("PATH"));
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(30, TimeUnit.SECONDS));
        assertEquals(code, process.exitValue(), said);
        assertEquals(code, said.contains("needs glibc 2.35") && said.endsWith(" has " + version + "\n") ? 1 : 0, said);
    }

    private static void script(Path file, String line) throws Exception {
        Files.writeString(file, "#!/bin/sh\n" + line + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }
}
