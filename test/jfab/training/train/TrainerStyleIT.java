package jfab.training.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import groovy.json.JsonSlurper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import jfab.role.ExitCode;
import jfab.tools.Await;
import jfab.training.engine.HostTensor;
import jfab.training.engine.checkpoint.Safetensors;
import jfab.training.program.DataType;
import jfab.training.program.Shape;
import jfab.training.train.TrainingProcesses.Running;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Document 003: a job of scripts in Trainer style, started by its variables, ends when its trainers stop. */
class TrainerStyleIT {
    private static final Path EXAMPLE = Path.of("examples/fit_a_line_trainer.groovy");

    @TempDir
    Path folder;

    @Test
    void theExampleTestsAtStep10StopsAndAllProcessesEnd() throws Exception {
        String data = HousingFile.write(folder, 506).toString();
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            List<Running> job = job(processes, EXAMPLE, "--data", data);
            Running alone = processes.start(
                    "alone",
                    Map.of("JFAB_METRICS_DIR", "watched"),
                    EXAMPLE,
                    List.of("--data", data, "--metrics_dir=alone"));
            for (Running running : job) {
                assertEquals(0, running.exit(), running.output());
            }
            assertEquals(0, alone.exit(), alone.output());
            metricsAreWritten();
            assertEquals(1, alone.output().lines().count(), alone.output());
            for (Running trainer : job.subList(2, 4)) {
                assertEquals(
                        1,
                        trainer.output()
                                .lines()
                                .filter(line -> line.startsWith("step 10, loss: ["))
                                .count(),
                        trainer.output());
                assertEquals(loss(alone), loss(trainer), 1e-5 * loss(alone));
            }
        }
    }

    /** Steps 0 to 10 of each trainer, with where their time went; what the test behind step 10 gave stands with it. */
    private void metricsAreWritten() throws Exception {
        for (String run : List.of("alone", "watched", "metrics/trainer-0", "metrics/trainer-1")) {
            boolean job = run.startsWith("metrics");
            List<?> steps = Files.readAllLines(folder.resolve(run).resolve("metrics.jsonl")).stream()
                    .map(new JsonSlurper()::parseText)
                    .toList();
            assertEquals(11, steps.size());
            for (int i = 0; i < steps.size(); i++) {
                Map<?, ?> step = (Map<?, ?>) steps.get(i);
                Map<?, ?> milliseconds = (Map<?, ?>) Objects.requireNonNull(step.get("milliseconds"));
                assertEquals(
                        List.of(0, i, job ? 10 : 20), List.of(step.get("pass"), step.get("step"), step.get("samples")));
                assertTrue(number(step, "loss") > 0 && number(step, "samples_per_second") > 0, step.toString());
                Set<String> spent = milliseconds.keySet().stream()
                        .map(String::valueOf)
                        .filter(part -> number(milliseconds, part) > 0)
                        .collect(Collectors.toSet());
                assertEquals(
                        job
                                ? Set.of("step", "data", "forward", "backward", "optimize", "send", "wait", "receive")
                                : Set.of("step", "data", "forward", "backward", "optimize"),
                        spent);
                double all = spent.stream()
                        .mapToDouble(part -> number(milliseconds, part))
                        .sum();
                assertTrue(all <= 2 * number(milliseconds, "step"), step.toString());
            }
            try (var files = Files.list(folder.resolve(run))) {
                assertEquals(
                        1,
                        files.filter(file -> file.getFileName().toString().startsWith("events.out.tfevents."))
                                .count());
            }
        }
    }

    private static double number(Map<?, ?> fields, String name) {
        return ((Number) Objects.requireNonNull(fields.get(name))).doubleValue();
    }

    /** In the original the servers and the other trainers waited for ever. */
    @Test
    void whenOneTrainerStopsTheOthersGoOnAndEnd() throws Exception {
        Path script = Files.writeString(folder.resolve("stop.groovy"), """
                def file = flag('data', '')
                def net() {
                    def x = data(name: 'x', shape: [13], dtype: 'float32')
                    def y = data(name: 'y', shape: [1], dtype: 'float32')
                    mean(square_error_cost(input: fc(input: x, size: 1, act: null), label: y))
                }
                def trainer = Trainer(train_func: this.&net, optimizer_func: { SGD(learning_rate: 0.001) })
                trainer.train(num_epochs: 3, reader: batch(uci_housing_train(file), 4), feed_order: ['x', 'y'],
                        event_handler: { event ->
                            if (event instanceof EndStepEvent && event.step == 1 && trainer_id() == 0) trainer.stop()
                            if (event instanceof EndEpochEvent) println "epoch ${event.epoch}"
                        })
                """);
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            List<Running> job = job(
                    processes, script, "--data", HousingFile.write(folder, 52).toString());
            for (Running running : job) {
                assertEquals(0, running.exit(), running.output());
            }
            assertTrue(!job.get(2).output().contains("epoch"), job.get(2).output());
            assertTrue(job.get(3).output().contains("epoch 2"), job.get(3).output());
        }
    }

    @Test
    void aTrainerThatIsKilledGoesOnFromItsCheckpointsAndLeavesNoneAtItsEnd() throws Exception {
        Path script = checkpointed();
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            Running whole = processes.start("whole", Map.of(), script, List.of("--kept", "other", "--to", "whole"));
            Running killed = processes.start("killed", Map.of(), script, List.of("--to", "resumed", "--hold", "1"));
            killed.awaitOutput("epoch 1, step 4\n");
            // It holds there; a checkpoint that is being written comes to its end, and the oldest goes.
            Await.until("max_num_checkpoints", () -> complete() == 2);
            killed.process().destroyForcibly().waitFor();
            Running resumed = processes.start("resumed", Map.of(), script, List.of("--to", "resumed"));
            assertEquals(0, whole.exit(), whole.output());
            assertEquals(0, resumed.exit(), resumed.output());
            assertTrue(resumed.output().startsWith("going on after step "), resumed.output());
            assertTrue(!resumed.output().contains("epoch 0, step 4\n"), "what was done is not said again");
            assertEquals(whole.line("losses "), resumed.line("losses "));
            assertArrayEquals(model("whole"), model("resumed"), 0);
            assertEquals(0, complete(), "checkpoints are there until training has come to its end");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aJobThatEndedBecauseATrainerWasKilledGoesOnFromItsCheckpoints(boolean servers) throws Exception {
        Path script = checkpointed();
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            Running whole = processes.start("whole", Map.of(), script, List.of("--kept", "other", "--to", "whole"));
            List<Running> first = servers ? job(processes, script, "--to", "job") : peers(processes, script);
            List<Running> others = first.subList(0, first.size() - 1);
            others.getLast().awaitOutput("epoch 1, step 4\n");
            first.getLast().process().destroyForcibly();
            for (Running running : others) {
                assertEquals(ExitCode.ABORTED, running.exit(), running.output());
            }
            List<Running> second = servers ? job(processes, script, "--to", "job") : peers(processes, script);
            for (Running running : second) {
                assertEquals(0, running.exit(), running.output());
            }
            assertEquals(0, whole.exit(), whole.output());
            assertTrue(
                    second.getLast().output().contains("going on after step "),
                    second.getLast().output());
            assertArrayEquals(model("whole"), model("job"), 1e-5);
            assertEquals(0, complete(), "those that were the last have removed them");
        }
    }

    /** How many checkpoints have all their parts. */
    private long complete() throws Exception {
        Path kept = folder.resolve("kept");
        if (!Files.exists(kept)) {
            return 0;
        }
        try (var checkpoints = Files.list(kept)) {
            return checkpoints
                    .filter(checkpoint -> Files.exists(checkpoint.resolve("_SUCCESS")))
                    .count();
        }
    }

    private double[] model(String run) {
        HostTensor weights = HostTensor.zeros(Shape.of(13, 1), DataType.FLOAT32);
        Safetensors.read(folder.resolve(run).resolve("model.safetensors"), Map.of("fc_0.w_0", weights));
        return weights.values();
    }

    /** Four epochs of ten steps; each takes some milliseconds, so that there is time to die. */
    private Path checkpointed() throws Exception {
        return Files.writeString(folder.resolve("checkpointed.groovy"), """
                def kept = flag('kept', 'kept')
                def to = flag('to', 'model')
                def hold = flag('hold', 0)
                def net() {
                    def x = data(name: 'x', shape: [13], dtype: 'float32')
                    def y = data(name: 'y', shape: [1], dtype: 'float32')
                    mean(square_error_cost(input: fc(input: x, size: 1, act: null), label: y))
                }
                def trainer = Trainer(train_func: this.&net, optimizer_func: { Adam(learning_rate: 0.01) },
                        checkpoint_config: CheckpointConfig(checkpoint_dir: kept, max_num_checkpoints: 2, step_interval: 3))
                def losses = []
                trainer.train(num_epochs: 4, reader: share(batch(uci_housing_train('%s'), 4)), feed_order: ['x', 'y'],
                        event_handler: { event ->
                            if (event instanceof EndStepEvent) {
                                losses << event.metrics[0]
                                println "epoch ${event.epoch}, step ${event.step}"
                                sleep(hold && event.epoch == 1 && event.step == 4 ? 60000 : 20)
                            }
                        })
                println "losses ${losses}"
                if (trainer_id() == 0 && training_role() != 'pserver') trainer.save_params(to)
                """.formatted(HousingFile.write(folder, 50)));
    }

    /** Two trainers without servers. */
    private static List<Running> peers(TrainingProcesses processes, Path script) throws Exception {
        String endpoints = "127.0.0.1:" + TrainingProcesses.freePort() + ",127.0.0.2:" + TrainingProcesses.freePort();
        List<Running> job = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Map<String, String> environment =
                    Map.of("PADDLE_TRAINER_ENDPOINTS", endpoints, "PADDLE_TRAINER_ID", Integer.toString(i));
            job.add(processes.start("peer" + i, environment, script, List.of("--to", "job")));
        }
        return job;
    }

    /** Two servers, then two trainers. */
    private static List<Running> job(TrainingProcesses processes, Path script, String... flags) throws Exception {
        String port = Integer.toString(TrainingProcesses.freePort());
        List<Running> job = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Map<String, String> environment = new HashMap<>(Map.of(
                    "PADDLE_PSERVER_IPS", "127.0.0.1,127.0.0.2",
                    "PADDLE_PSERVER_PORT", port,
                    "PADDLE_TRAINERS", "2",
                    "JFAB_METRICS_DIR", "metrics"));
            environment.put("PADDLE_TRAINING_ROLE", i < 2 ? "PSERVER" : "TRAINER");
            environment.put(
                    i < 2 ? "PADDLE_CURRENT_IP" : "PADDLE_TRAINER_ID", i < 2 ? "127.0.0." + (i + 1) : "" + (i - 2));
            job.add(processes.start("process" + i, environment, script, List.of(flags)));
        }
        return job;
    }

    private static double loss(Running running) throws Exception {
        return Double.parseDouble(running.line("step 10, loss: [").replaceAll("step 10, loss: \\[|]", ""));
    }
}
