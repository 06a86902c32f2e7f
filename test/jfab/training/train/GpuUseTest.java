package jfab.training.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jfab.tools.Await;
import jfab.training.engine.Device;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GpuUseTest {
    private static final Map<String, Double> BUSY =
            Map.of("gpu_utilization", 87.0, "gpu_memory", 41210.0, "gpu_temperature", 66.0, "gpu_power", 412.55);

    @TempDir
    private Path folder;

    @Test
    void readsWhatNvidiaSmiTells() {
        assertEquals(BUSY, GpuUse.numbers("87, 41210, 66, 412.55\n"));
        assertEquals(Map.of("gpu_memory", 41210.0), GpuUse.numbers("[N/A], 41210, [Unknown Error], N/A\n"));
        assertEquals(Map.of(), GpuUse.numbers("No devices were found\n"));
        assertEquals(Map.of(), GpuUse.numbers(""));
    }

    @Test
    void asksForTheGpuThatCudaCounts() {
        assertEquals("1", GpuUse.id(1, Map.of()));
        assertEquals("1", GpuUse.id(1, Map.of("CUDA_VISIBLE_DEVICES", "")));
        assertEquals("5", GpuUse.id(1, Map.of("CUDA_VISIBLE_DEVICES", "2, 5")));
        assertEquals("GPU-8f1c", GpuUse.id(0, Map.of("CUDA_VISIBLE_DEVICES", "GPU-8f1c")));
        assertEquals(Optional.empty(), GpuUse.of(new Device.Cpu(), Map.of()));
    }

    /** Each answer is told with one step alone, and asked for again. */
    @Test
    void tellsEachAnswerOnce() throws Exception {
        Path count = folder.resolve("count");
        List<String> command = script("echo x >>'" + count + "'\necho '87, 41210, 66, 412.55'");
        try (GpuUse use = new GpuUse(command, Duration.ofMillis(20))) {
            for (int told = 0; told < 2; told++) {
                Await.until("the GPU's answer", () -> use.take().equals(BUSY));
            }
        }
        assertTrue(Files.readAllLines(count).size() >= 2);
    }

    @Test
    void asksNoMoreWhereNobodyAnswers() throws Exception {
        Path count = folder.resolve("count");
        try (GpuUse failing = new GpuUse(script("echo x >>'" + count + "'\nexit 9"), Duration.ZERO);
                GpuUse absent = new GpuUse(List.of("/nonexistent/nvidia-smi"), Duration.ZERO)) {
            failing.join();
            absent.join();
            assertEquals(List.of("x"), Files.readAllLines(count));
            assertEquals(Map.of(), failing.take());
            assertEquals(Map.of(), absent.take());
        }
    }

    private List<String> script(String lines) throws Exception {
        Path script = folder.resolve("nvidia-smi");
        Files.writeString(script, "#!/bin/sh\n" + lines + "\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        return List.of(script.toString());
    }
}
