package jfab.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jfab.train.TrainingProcesses.Running;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
            Running alone = processes.start("alone", Map.of(), EXAMPLE, List.of("--data", data));
            for (Running running : job) {
                assertEquals(0, running.exit(), running.output());
            }
            assertEquals(0, alone.exit(), alone.output());
            assertEquals(1, alone.output().lines().count(), alone.output());
            for (Running trainer : job.subList(2, 4)) {
                assertEquals(
                        1,
                        trainer.output().lines().filter(line -> line.startsWith("step 10, loss: [")).count(),
                        trainer.output());
                assertEquals(loss(alone), loss(trainer), 1e-5 * loss(alone));
            }
        }
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
            List<Running> job =
                    job(processes, script, "--data", HousingFile.write(folder, 52).toString());
            for (Running running : job) {
                assertEquals(0, running.exit(), running.output());
            }
            assertTrue(!job.get(2).output().contains("epoch"), job.get(2).output());
            assertTrue(job.get(3).output().contains("epoch 2"), job.get(3).output());
        }
    }

    /** Two servers, then two trainers. */
    private static List<Running> job(TrainingProcesses processes, Path script, String... flags) throws Exception {
        String port = Integer.toString(TrainingProcesses.freePort());
        List<Running> job = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Map<String, String> environment = new HashMap<>(Map.of(
                    "PADDLE_PSERVER_IPS", "127.0.0.1,127.0.0.2",
                    "PADDLE_PSERVER_PORT", port,
                    "PADDLE_TRAINERS", "2"));
            environment.put("PADDLE_TRAINING_ROLE", i < 2 ? "PSERVER" : "TRAINER");
            environment.put(i < 2 ? "PADDLE_CURRENT_IP" : "PADDLE_TRAINER_ID", i < 2 ? "127.0.0." + (i + 1) : "" + (i - 2));
            job.add(processes.start("process" + i, environment, script, List.of(flags)));
        }
        return job;
    }

    private static double loss(Running running) throws Exception {
        return Double.parseDouble(running.line("step 10, loss: [").replaceAll("step 10, loss: \\[|]", ""));
    }
}
