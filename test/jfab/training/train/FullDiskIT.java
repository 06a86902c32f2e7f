package jfab.training.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import groovy.json.JsonSlurper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import jfab.control.connection.jsch.SmallDisk;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that is full for a while, as disks of training jobs are, costs no step and no line. */
@Needs(Tool.MOUNT)
class FullDiskIT {
    @TempDir
    private Path folder;

    @Test
    void metricsAreWrittenWhenThereIsRoomAgain() throws Exception {
        List<String> said = new ArrayList<>();
        try (SmallDisk disk = SmallDisk.at(folder.resolve("disk"))) {
            Path metrics = disk.folder().resolve("metrics");
            Path filler = disk.folder().resolve("filler");
            JsonLines lines = JsonLines.open(metrics, said::add);
            Files.write(filler, new byte[900_000]);
            int step = 0;
            while (said.isEmpty()) {
                lines.write(step(step++));
                TimeUnit.MILLISECONDS.sleep(1);
            }
            assertTrue(said.getFirst().contains("training goes on"), said::toString);
            Files.delete(filler);
            lines.write(step(step++));
            lines.close();
            assertEquals(2, said.size(), said::toString);
            assertEquals(metrics.resolve("metrics.jsonl") + ": is written again", said.getLast());
            List<String> written = Files.readAllLines(metrics.resolve("metrics.jsonl"));
            assertEquals(step, written.size());
            for (int i = 0; i < step; i++) {
                assertEquals(i, ((Map<?, ?>) new JsonSlurper().parseText(written.get(i))).get("step"));
            }
        }
    }

    private static StepMetrics step(long number) {
        return new StepMetrics(1_700_000_000_500L, 0, number, 64, 0.25, Map.of("loss", 1.5), Map.of());
    }
}
