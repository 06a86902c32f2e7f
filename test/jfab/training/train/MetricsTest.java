package jfab.training.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import jfab.Json;
import jfab.role.RoleSpec;
import jfab.tools.Await;
import jfab.training.engine.HostTensor;
import jfab.training.program.Builder;
import jfab.training.program.DataType;
import jfab.training.program.Layers;
import jfab.training.program.Program;
import jfab.training.program.Shape;
import jfab.training.program.Variable;
import jfab.training.program.optimize.Optimizer;
import jfab.training.program.optimize.Sgd;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsTest {
    @TempDir
    Path folder;

    private final Program training;
    private final Program test;
    private final String loss;

    MetricsTest() {
        Builder builder = Program.builder();
        Layers layers = new Layers(builder);
        Variable x = layers.data("x", Shape.of(2), DataType.FLOAT32);
        Variable cost = layers.mean(layers.fc(x, 1, null));
        loss = cost.name();
        test = builder.build().cloneForTest();
        Optimizer.of(new Sgd(), 0.1).minimize(builder, cost);
        training = builder.build();
    }

    private void run(Metrics metrics, Program program, long samples, float value) {
        metrics.endStep(
                RoleSpec::local,
                program,
                Map.of("x", HostTensor.zeros(Shape.of(samples, 2), DataType.FLOAT32)),
                List.of(loss),
                List.of(HostTensor.of(Shape.of(1), value)));
    }

    @Test
    void aProgramThatBeginsAgainCountsItsStepsFromItsTopAndWithThoseThatACheckpointHas() throws IOException {
        try (Metrics metrics = new Metrics(List.of(folder), said -> {})) {
            metrics.begin();
            run(metrics, training, 4, 8);
            run(metrics, training, 4, 7);
            metrics.begin();
            metrics.skip(RoleSpec::local, 1);
            run(metrics, training, 4, 6);
        }
        List<Object> steps = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve("metrics.jsonl"))) {
            steps.add(Objects.requireNonNull(((Map<?, ?>) Objects.requireNonNull(Json.parse(line))).get("step")));
        }
        assertEquals("[0, 1, 1]", steps.toString());
    }

    @Test
    void whatATestGaveIsToldOnceAsAMeanOfItsSamples() throws IOException {
        try (Metrics metrics = new Metrics(List.of(folder), said -> {})) {
            run(metrics, test, 5, 100);
            run(metrics, training, 4, 8);
            run(metrics, test, 10, 1);
            run(metrics, test, 30, 5);
            run(metrics, training, 4, 7);
            run(metrics, training, 4, 6);
            run(metrics, test, 10, 2);
        }
        List<String> told = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve("metrics.jsonl"))) {
            Map<?, ?> step = (Map<?, ?>) Objects.requireNonNull(Json.parse(line));
            told.add(step.get("step") + ": " + step.get("loss") + ", " + step.get("test_loss"));
        }
        assertEquals(List.of("0: 8.0, 4.0", "1: 7.0, null", "2: 6.0, 2.0"), told);
    }

    @Test
    void aStepIsWrittenWhenTheNextOneBegins() throws IOException {
        try (Metrics metrics = new Metrics(List.of(folder), said -> {})) {
            run(metrics, training, 4, 8);
            metrics.beginStep(test);
            run(metrics, test, 5, 3);
            metrics.beginStep(training);
            // A step that fails leaves no line, and the test behind it belongs to none.
            run(metrics, test, 5, 100);
            run(metrics, training, 4, 7);
        }
        List<String> lines = Files.readAllLines(folder.resolve("metrics.jsonl"));
        assertEquals(2, lines.size());
        assertTrue(lines.getFirst().contains("\"test_loss\":3.0"), lines.getFirst());
        assertFalse(lines.getLast().contains("test_loss"), lines.getLast());
    }

    @Test
    void aCheckpointFindsItsStepsInTheFileAndATestBehindItWritesTheLastOneOnceMore() throws IOException {
        List<String> killed;
        try (Metrics metrics = new Metrics(List.of(folder), said -> {})) {
            run(metrics, training, 4, 8);
            run(metrics, training, 4, 7);
            metrics.flush();
            killed = Files.readAllLines(folder.resolve("metrics.jsonl"));
            run(metrics, training, 4, 6);
            metrics.flush();
            run(metrics, test, 5, 3);
            run(metrics, training, 4, 5);
            metrics.flush();
        }
        assertEquals(2, killed.size());
        assertTrue(killed.getLast().contains("\"loss\":7.0"), killed.getLast());
        List<String> told = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve("metrics.jsonl"))) {
            Map<?, ?> step = (Map<?, ?>) Objects.requireNonNull(Json.parse(line));
            told.add(step.get("step") + ": " + step.get("test_loss"));
        }
        assertEquals(List.of("0: null", "1: null", "2: null", "2: 3.0", "3: null"), told);
    }

    @Test
    void whatTheScriptDoesBeforeATestIsTimeOfAStep() throws IOException {
        AtomicLong clock = new AtomicLong();
        try (Metrics metrics = new Metrics(List.of(folder), said -> {}, clock::get)) {
            run(metrics, training, 4, 8);
            clock.addAndGet(Duration.ofSeconds(2).toNanos());
            run(metrics, test, 4, 7);
            run(metrics, training, 4, 6);
        }
        assertEquals("2.0", lastOf("samples_per_second"));
    }

    @Test
    void stepsThatAreRepeatedBehindACheckpointAreNoTimeOfTheNext() throws IOException {
        AtomicLong clock = new AtomicLong();
        try (Metrics metrics = new Metrics(List.of(folder), said -> {}, clock::get)) {
            metrics.begin();
            clock.addAndGet(Duration.ofMinutes(10).toNanos());
            metrics.skip(RoleSpec::local, 1);
            clock.addAndGet(Duration.ofSeconds(2).toNanos());
            run(metrics, training, 4, 6);
        }
        assertEquals("2.0", lastOf("samples_per_second"));
    }

    @Test
    void ofManyFastStepsOneASecondIsWrittenAndTheLastOneAndThoseWithATest() throws IOException {
        AtomicLong clock = new AtomicLong();
        try (Metrics metrics = new Metrics(List.of(folder), said -> {}, clock::get)) {
            for (int step = 0; step < Metrics.EACH + 3_001; step++) {
                if (step == Metrics.EACH + 500) {
                    run(metrics, test, 5, 100);
                }
                clock.addAndGet(1_000_000);
                run(metrics, training, 4, step);
            }
        }
        List<String> lines = Files.readAllLines(folder.resolve("metrics.jsonl"));
        List<String> behind = new ArrayList<>();
        for (String line : lines.subList(Metrics.EACH - 1, lines.size())) {
            Map<?, ?> told = (Map<?, ?>) Objects.requireNonNull(Json.parse(line));
            behind.add(told.get("step") + " " + told.get("loss"));
        }
        // The means of all steps since the line before, and not of one that may be unlike the others.
        assertEquals(
                List.of("9999 9999.0", "10499 10249.5", "11499 10999.5", "12499 11999.5", "13000 12750.0"), behind);
        assertTrue(lines.get(Metrics.EACH).contains("\"test_loss\":100"), lines.get(Metrics.EACH));
    }

    @Test
    void howFarItHasRepeatedLiesBesideTheMetricsUntilItTrains() throws IOException {
        Path told = folder.resolve("repeating");
        Files.writeString(told, "left by one that was killed");
        AtomicLong now = new AtomicLong();
        try (Metrics metrics = new Metrics(List.of(folder), said -> {}, now::get)) {
            // Reading data before the first step is none of the time of the others.
            now.set(Duration.ofSeconds(40).toNanos());
            metrics.skip(RoleSpec::local, 4);
            assertFalse(Files.exists(told));
            now.set(Duration.ofSeconds(44).toNanos());
            metrics.skip(RoleSpec::local, 4);
            assertEquals("2 4 8\n", Files.readString(told));
            metrics.skip(RoleSpec::local, 4);
            metrics.skip(RoleSpec::local, 4);
            assertFalse(Files.exists(told));
            Files.writeString(told, "left by one that was killed");
            run(metrics, training, 4, 8);
            assertFalse(Files.exists(told));
        }
    }

    /** As in an evaluation of the script's own between two steps. */
    @Test
    void howFarItHasRepeatedIsToldByTimeAndNotWhileItMakesNoStepForLong() throws Exception {
        Path told = folder.resolve("repeating");
        AtomicLong now = new AtomicLong();
        try (Metrics metrics = new Metrics(List.of(folder), said -> {}, now::get)) {
            for (int step = 1; step <= 3; step++) {
                metrics.skip(RoleSpec::local, 5);
            }
            now.set(Duration.ofSeconds(5).toNanos());
            Await.until("five seconds to be told", () -> Files.readString(told).equals("3 5 5\n"));
            now.set(Duration.ofSeconds(60).toNanos());
            Await.until("nothing to be told", () -> !Files.exists(told));
            metrics.skip(RoleSpec::local, 5);
            Await.until(
                    "the next step to be told",
                    () -> Files.exists(told) && Files.readString(told).equals("4 5 20\n"));
            metrics.begin();
            assertFalse(Files.exists(told));
        }
    }

    @Test
    void theAucOfATestIsThatOfItsLastBatchWhichHasSeenAll() throws IOException {
        Builder builder = Program.builder();
        Layers layers = new Layers(builder);
        Variable x = layers.data("x", Shape.of(1), DataType.FLOAT32);
        Variable area = layers.loss().auc(x, layers.data("label", Shape.of(1), DataType.INT64), 10);
        Program scored = builder.build().cloneForTest();
        try (Metrics metrics = new Metrics(List.of(folder), said -> {})) {
            run(metrics, training, 4, 8);
            for (float value : List.of(0.25f, 0.75f)) {
                metrics.endStep(
                        RoleSpec::local,
                        scored,
                        Map.of("x", HostTensor.zeros(Shape.of(2, 1), DataType.FLOAT32)),
                        List.of(area.name()),
                        List.of(HostTensor.of(Shape.of(1), value)));
            }
        }
        assertEquals("0.75", lastOf("test_auc_0"));
    }

    /** A number of the last line that was written. */
    private String lastOf(String name) throws IOException {
        List<String> lines = Files.readAllLines(folder.resolve("metrics.jsonl"));
        return String.valueOf(((Map<?, ?>) Objects.requireNonNull(Json.parse(lines.getLast()))).get(name));
    }
}
