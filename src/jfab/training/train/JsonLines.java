package jfab.training.train;

import groovy.json.JsonOutput;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import jfab.training.engine.StepPart;
import org.jspecify.annotations.Nullable;

/** {@code metrics.jsonl}: a JSON object per step, one per line, added to what earlier runs have left. */
final class JsonLines implements MetricsFile {
    private final RecordFile out;

    private JsonLines(RecordFile out) {
        this.out = out;
    }

    static JsonLines open(Path folder, Consumer<String> console) {
        return new JsonLines(RecordFile.open(folder.resolve("metrics.jsonl"), console));
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
        out.add((JsonOutput.toJson(line) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** JSON has no word for what is not a number. */
    private static @Nullable Double number(double value) {
        return Double.isFinite(value) ? value : null;
    }

    @Override
    public void flush() {
        out.flush();
    }

    @Override
    public void close() {
        out.close();
    }
}
