package jfab.control.own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jfab.control.bundle.EngineBundle;
import jfab.control.cli.JfabProcess;
import jfab.control.cli.JfabProcess.Ended;
import jfab.control.connection.Connection;
import jfab.control.connection.WithSshd;
import jfab.control.connection.jsch.JschConnector;
import jfab.control.task.Body;
import jfab.control.task.TaskException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code jfab check-gpu} with an engine that stands for the large one: that of this build, which has no CUDA. */
class CheckGpuIT extends WithSshd {
    private static final String WRONG =
            "WRONG: this engine was built without CUDA; build the bundle with -Pgpu, or use the CPU";

    @TempDir
    private Path folder;

    /** An archive whose program is the engine of this build. */
    private EngineBundle bundle(Path place) throws Exception {
        Path program = Files.createDirectories(folder.resolve("engine/bin")).resolve("train");
        Files.writeString(program, "#!/bin/sh\nexec " + System.getProperty("jfab.engine") + " \"$@\"\n");
        assertTrue(program.toFile().setExecutable(true));
        Path archive = Files.createDirectories(place).resolve("jfab-train-linux-x86_64-gpu.tar.gz");
        String line = "tar -czf '" + archive + "' -C engine . && sha256sum '" + archive + "' >'" + archive + ".sha256'";
        Process packing = new ProcessBuilder("sh", "-c", line)
                .directory(folder.toFile())
                .inheritIO()
                .start();
        assertEquals(0, packing.waitFor());
        return EngineBundle.of(archive);
    }

    @Test
    void theEngineIsSentOnceAndSaysWhatIsWrong() throws Exception {
        EngineBundle bundle = bundle(folder);
        List<String> lines = new ArrayList<>();
        Body.NoHost check = (Body.NoHost) CheckGpu.task(() -> bundle).body();
        try (JschConnector connector =
                        new JschConnector(sshd.settings((host, stream, line) -> lines.add(host.name() + " " + line)));
                Connection connection = connector.open(sshd.host(2))) {
            assertThrows(TaskException.class, () -> check.run(connection, List.of()));
            assertTrue(lines.contains("127.0.0.2 " + WRONG), lines.toString());
            // Sent again, it would be missed here.
            Files.delete(bundle.archive());
            assertThrows(TaskException.class, () -> check.run(connection, List.of()));
        }
        assertEquals(2, lines.stream().filter(line -> line.endsWith(WRONG)).count(), lines.toString());
    }

    @Test
    void withoutHostsItLooksAtThisMachine() throws Exception {
        bundle(folder.resolve("data/jfab"));
        Ended ended = JfabProcess.run(
                folder,
                Map.of(
                        "HOME",
                        folder.toString(),
                        "XDG_DATA_HOME",
                        folder.resolve("data").toString()),
                "check-gpu");
        assertEquals(1, ended.exitCode(), ended.out() + ended.err());
        // With one for GPUs in this build, it looks for a driver.
        assertTrue(ended.out().contains("WRONG: this "), ended.out() + ended.err());
        assertTrue(ended.err().contains("not all is there that GPUs need; see above"), ended.out() + ended.err());
    }

    @Test
    void whereThereIsNoEngineForGpusItSaysHowToBuildOne() throws Exception {
        Ended ended = JfabProcess.run(folder, Map.of("HOME", folder.toString()), "check-gpu");
        assertEquals(1, ended.exitCode(), ended.out() + ended.err());
        assertTrue((ended.out() + ended.err()).matches("(?s).*(-Pgpu'|WRONG: this ).*"), ended.out() + ended.err());
    }
}
