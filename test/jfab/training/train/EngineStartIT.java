package jfab.training.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the engine's start script shows of Java: nothing. */
class EngineStartIT {
    @TempDir
    Path folder;

    @Test
    void aRecordThatDoesNotFitIsNotTold() throws Exception {
        Path engine =
                Path.of(TrainingProcesses.engine().getFirst()).resolve("../..").normalize();
        assertTrue(Files.exists(engine.resolve("train.aot")), "the engine has no record");
        for (String part : List.of("jre", "lib", "native", "train.aot")) {
            Files.createSymbolicLink(folder.resolve(part), engine.resolve(part));
        }
        Path script = Files.createDirectory(folder.resolve("bin")).resolve("train");
        Files.copy(engine.resolve("bin/train"), script, StandardCopyOption.COPY_ATTRIBUTES);
        // Java compares the time of the jar with the one that it has recorded.
        Path jar = Files.copy(engine.resolve("jfab.jar"), folder.resolve("jfab.jar"));
        Files.setLastModifiedTime(jar, FileTime.fromMillis(0));

        String output = start(script, "--help");
        assertTrue(output.startsWith("usage:"), output);
    }

    /** As on a host that nobody has given a locale. */
    @Test
    void dataIsFoundThatHasAnotherNameThanAsciis() throws Exception {
        Path script = Files.writeString(
                folder.resolve("find.groovy"), "println new File('" + folder + "', '\\u00e9.csv').text");
        Process process = new ProcessBuilder("sh", "-c", "echo found >\"$(printf '\\303\\251').csv\"")
                .directory(folder.toFile())
                .start();
        assertEquals(0, process.waitFor());
        String output = start(Path.of(TrainingProcesses.engine().getFirst()), script.toString());
        assertTrue(output.contains("found"), output);
    }

    private static String start(Path program, String argument) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(program.toString(), argument).redirectErrorStream(true);
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(30, TimeUnit.SECONDS));
        return output;
    }
}
