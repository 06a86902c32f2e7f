package jfab.training.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the engine's start script shows of Java: nothing. */
class EngineStartIT {
    @TempDir
    Path folder;

    @Test
    void aRecordThatDoesNotFitIsNotTold() throws Exception {
        Path script = unpackedElsewhere();
        // Java compares the time of the jar with the one that it has recorded.
        Files.setLastModifiedTime(folder.resolve("jfab.jar"), FileTime.fromMillis(0));

        String output = start(script, Map.of(), "--help");
        assertTrue(output.startsWith("usage:"), output);
    }

    /** Java does so for each class of a jar that is not where it was recorded. */
    @Test
    void classesComeFromTheRecordWhereverTheBundleLiesAndNoneHasItsJarLookedFor() throws Exception {
        Path script = unpackedElsewhere();
        assumeFalse(
                Files.getLastModifiedTime(folder.resolve("jfab.jar"))
                                .compareTo(Files.getLastModifiedTime(folder.resolve("train.aot")))
                        > 0,
                "mvn -Pquick makes no record");
        Path log = folder.resolve("log");
        start(script, Map.of("JDK_JAVA_OPTIONS", "-Xlog:class+load,exceptions:file=" + log), "--help");
        String told = Files.readString(log);
        assertTrue(told.contains("jfab.training.train.TrainMain source: shared objects file"), told);
        assertFalse(told.contains("'toFileURL'"), "looked for");
    }

    /** As on a host that nobody has given a locale, or whose locale is another machine's. */
    @ParameterizedTest
    @ValueSource(strings = {"C", "not_INSTALLED.UTF-8"})
    void dataIsFoundThatHasAnotherNameThanAsciis(String locale) throws Exception {
        Path script = Files.writeString(
                folder.resolve("find.groovy"), "println new File('" + folder + "', '\\u00e9.csv').text");
        Process process = new ProcessBuilder("sh", "-c", "echo found >\"$(printf '\\303\\251').csv\"")
                .directory(folder.toFile())
                .start();
        assertEquals(0, process.waitFor());
        String output =
                start(Path.of(TrainingProcesses.engine().getFirst()), Map.of("LC_ALL", locale), script.toString());
        assertTrue(output.contains("found"), output);
    }

    /** The program of a bundle in the test's folder. */
    private Path unpackedElsewhere() throws IOException {
        Path engine =
                Path.of(TrainingProcesses.engine().getFirst()).resolve("../..").normalize();
        assertTrue(Files.exists(engine.resolve("train.aot")), "the engine has no record");
        for (String part : List.of("jre", "lib", "native", "train.aot")) {
            Files.createSymbolicLink(folder.resolve(part), engine.resolve(part));
        }
        Files.copy(engine.resolve("jfab.jar"), folder.resolve("jfab.jar"), StandardCopyOption.COPY_ATTRIBUTES);
        Path script = Files.createDirectory(folder.resolve("bin")).resolve("train");
        return Files.copy(engine.resolve("bin/train"), script, StandardCopyOption.COPY_ATTRIBUTES);
    }

    private static String start(Path program, Map<String, String> environment, String argument)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(program.toString(), argument).redirectErrorStream(true);
        builder.environment().put("LC_ALL", "C");
        builder.environment().putAll(environment);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(30, TimeUnit.SECONDS));
        return output;
    }
}
