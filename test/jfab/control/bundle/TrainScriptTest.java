package jfab.control.bundle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The engine's own start: on a host that is too old for its libraries, one sentence; with CUDA, where the host has it. */
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

    /** Java itself would take classes from it that are no longer in the jar. */
    @Test
    void noRecordIsTakenThatIsOlderThanTheJar() throws Exception {
        Path train = Files.copy(
                Path.of("src/jfab/control/bundle/train"),
                Files.createDirectories(folder.resolve("bin")).resolve("train"));
        script(Files.createDirectories(folder.resolve("jre/bin")).resolve("java"), "echo \"$*\"");
        Path jar = Files.createFile(folder.resolve("jfab.jar"));
        Path record = Files.createFile(folder.resolve("train.aot"));
        FileTime archived = FileTime.from(Instant.parse("2026-01-01T00:00:00Z"));
        Files.setLastModifiedTime(jar, archived);
        Files.setLastModifiedTime(record, archived);
        assertTrue(said(train).contains("-XX:AOTCache=" + record), "as out of the archive");
        Files.setLastModifiedTime(jar, FileTime.from(archived.toInstant().plusSeconds(2)));
        assertFalse(said(train).contains("AOTCache"), "as after a build of the jar alone");
    }

    /** Where a host has none, Java would say so in a line that looks like the program's. */
    @ParameterizedTest
    @CsvSource({
        "always [madvise] never,,-XX:+UseTransparentHugePages glibc.malloc.hugetlb=1",
        "[always] madvise never,GLIBC_TUNABLES=mine,-XX:+UseTransparentHugePages mine",
        "always madvise [never],,-XX:+UseSerialGC",
        "'',,-XX:+UseSerialGC"
    })
    void memoryIsInHugePagesWhereTheHostHasThem(String modes, @Nullable String variable, String expected)
            throws Exception {
        Path host = folder.resolve("enabled");
        if (!modes.isEmpty()) {
            Files.writeString(host, modes + "\n");
        }
        Path train = Files.writeString(
                Files.createDirectories(folder.resolve("bin")).resolve("train"),
                Files.readString(Path.of("src/jfab/control/bundle/train"))
                        .replace("/sys/kernel/mm/transparent_hugepage/enabled", host.toString()));
        script(Files.createDirectories(folder.resolve("jre/bin")).resolve("java"), "echo \"$1 ${GLIBC_TUNABLES:-}\"");
        List<String> command = new ArrayList<>(List.of("env", "-u", "GLIBC_TUNABLES"));
        if (variable != null) {
            command.add(variable);
        }
        command.addAll(List.of("sh", train.toString()));
        assertEquals(expected, said(command).strip());
    }

    /** Its threads would take the cores from the trainers beside it; four times the processor time was measured. */
    @ParameterizedTest
    @CsvSource({
        "x.groovy pserver 127.0.0.1:6174,,passive",
        "pserver --config=x.py,,passive",
        "x.groovy,PADDLE_TRAINING_ROLE=PSERVER,passive",
        "x.groovy,TRAINING_ROLE=PSERVER,passive",
        "x.groovy pserver 127.0.0.1:6174,OMP_WAIT_POLICY=active,active",
        "x.groovy trainer pserver:6174,TRAINING_ROLE=TRAINER,''",
        "x.groovy,,''"
    })
    void theThreadsOfAServerSleepWhileTheyWait(String arguments, @Nullable String variable, String expected)
            throws Exception {
        Path train = Files.copy(
                Path.of("src/jfab/control/bundle/train"),
                Files.createDirectories(folder.resolve("bin")).resolve("train"));
        script(Files.createDirectories(folder.resolve("jre/bin")).resolve("java"), "echo \"${OMP_WAIT_POLICY:-}\"");
        List<String> command = new ArrayList<>(List.of("env", "-u", "OMP_WAIT_POLICY"));
        if (variable != null) {
            command.add(variable);
        }
        command.addAll(List.of("sh", train.toString()));
        command.addAll(List.of(arguments.split(" ")));
        assertEquals(expected, said(command).strip());
    }

    private static String said(Path train) throws Exception {
        return said(List.of("sh", train.toString()));
    }

    private static String said(List<String> command) throws Exception {
        Process process = new ProcessBuilder(command).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(30, TimeUnit.SECONDS));
        return said;
    }

    /** In what the user names, then in Python's wheels; by the engine for GPUs alone. */
    @ParameterizedTest
    @ValueSource(strings = {"dash", "busybox", "bash"})
    @Needs(Tool.BUSYBOX)
    void cudaIsFoundInTheWheelsOfPython(String shell) throws Exception {
        List<Path> places = List.of(
                folder.resolve("venv/lib/python3.12/site-packages"),
                folder.resolve("of python/lib64/python3.9/site-packages"),
                folder.resolve("of python/versions/3.14/lib/python3.14/site-packages"),
                folder.resolve("a home/.local/lib/python3.13/site-packages"));
        for (Path place : places) {
            Files.createDirectories(place.resolve("nvidia/cu13/lib"));
            Files.createDirectories(place.resolve("nvidia/cudnn/lib"));
        }
        // Of another CUDA.
        Files.createDirectories(folder.resolve("conda/lib/python3.12/site-packages/nvidia/cudnn/lib"));
        script(Files.createDirectories(folder.resolve("of python/bin")).resolve("python3"), "exit 1");
        script(Files.createDirectories(folder.resolve("jre/bin")).resolve("java"), "echo \"$LD_LIBRARY_PATH\"");
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Files.copy(Path.of("src/jfab/control/bundle/train"), bin.resolve("train"));
        List<String> expected = new ArrayList<>(List.of(folder + "/native", "/mine"));
        assertEquals(expected, searched(shell));

        Files.createFile(Files.createDirectory(folder.resolve("native")).resolve("libtorch_cuda.so"));
        for (Path place : places) {
            expected.add(place + "/nvidia/cu13/lib");
            expected.add(place + "/nvidia/cudnn/lib");
        }
        List<String> found = searched(shell);
        assertEquals(expected, found.subList(0, Math.min(expected.size(), found.size())));
        assertFalse(found.toString().matches(".*(conda|\\*).*"), found.toString());
    }

    private List<String> searched(String shell) throws Exception {
        String train = folder + "/bin/train";
        List<String> command = shell.equals("busybox") ? List.of(shell, "sh", train) : List.of(shell, train);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment()
                .putAll(Map.of(
                        "PATH", folder + "/of python/bin:/usr/bin:/bin",
                        "HOME", folder + "/a home",
                        "VIRTUAL_ENV", folder + "/venv",
                        "CONDA_PREFIX", folder + "/conda",
                        "LD_LIBRARY_PATH", "/mine"));
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return List.of(said.strip().split(":", -1));
    }

    private static void script(Path file, String line) throws Exception {
        Files.writeString(file, "#!/bin/sh\n" + line + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }
}
