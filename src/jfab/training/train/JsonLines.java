package jfab.training.train;

import groovy.json.JsonOutput;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import jfab.training.engine.StepPart;
import jfab.training.engine.checkpoint.CheckpointException;
import org.jspecify.annotations.Nullable;

/** {@code metrics.jsonl}: a JSON object per step, one per line, added to what earlier runs have left. */
final class JsonLines implements MetricsFile {
    private final Path file;
    private final BufferedWriter out;
    private final Pace pace = new Pace();

    private JsonLines(Path file, BufferedWriter out) {
        this.file = file;
        this.out = out;
    }

    static JsonLines open(Path folder) {
        Path file = folder.resolve("metrics.jsonl");
        try {
            Files.createDirectories(folder);
            return new JsonLines(
                    file,
                    Files.newBufferedWriter(
                            file, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
        } catch (IOException e) {
            throw failure(file, e);
        }
    }

    @Override
    public void write(StepMetrics step) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("time", Instant.ofEpochMilli(step.time()).toString());
        line.put("pass", step.pass());
        line.put("step", step.step());
        line.put("samples", step.samples());
        step.fetched().forEach((name, value) -> line.putIfAbsent(name, number(value)));
        line.put("samples_per_second", number(step.samplesPerSecond()));
        Map<String, Object> milliseconds = new LinkedHashMap<>();
        milliseconds.put("step", step.seconds() * 1e3);
        for (StepPart part : StepPart.values()) {
            milliseconds.put(part.word(), step.milliseconds().getOrDefault(part, 0.0));
        }
        line.put("milliseconds", milliseconds);
        try {
            out.write(JsonOutput.toJson(line));
            out.newLine();
            if (pace.due()) {
                out.flush();
            }
        } catch (IOException e) {
            throw failure(file, e);
        }
    }

    /** JSON has no word for what is not a number. */
    private static @Nullable Double number(double value) {
        return Double.isFinite(value) ? value : null;
    }

    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException e) {
            throw failure(file, e);
        }
    }

    private static CheckpointException failure(Path file, IOException e) {
        return new CheckpointException(file, "the metrics cannot be written: " + e.getMessage(), e);
    }
}
