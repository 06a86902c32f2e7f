package jfab.training.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jfab.training.train.TrainingProcesses.Running;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that passes around what document 002's does, as its processes are started there. */
class FluidProgramIT {
    @TempDir
    Path folder;

    @Test
    void itTrainsAsItIsWritten() throws Exception {
        String endpoint = "127.0.0.1:" + TrainingProcesses.freePort();
        Path script = Files.writeString(folder.resolve("fluid.groovy"), """
                def x = data(name: 'x', shape: [13], dtype: 'float32')
                def y = data(name: 'y', shape: [1], dtype: 'float32')
                def avg_cost = mean(square_error_cost(input: fc(input: x, size: 1, act: null), label: y))
                def (optimize_ops, params_grads) = SGD(learning_rate: 0.001).minimize(avg_cost)
                def t = DistributeTranspiler()
                t.transpile(optimize_ops, params_grads, pservers: System.getenv('PSERVERS'), trainers: 2)
                def exe = Executor(CPUPlace())
                if (training_role() == 'pserver') {
                    def current_endpoint = System.getenv('SERVER_ENDPOINT')
                    def prog = t.get_pserver_program(current_endpoint)
                    exe.run(t.get_startup_program(current_endpoint, prog))
                    exe.run(prog)
                    return
                }
                exe.run(default_startup_program())
                def feeder = DataFeeder(place: CPUPlace(), feed_list: [x, y])
                for (samples in share(batch(shuffle(uci_housing_train('%s'), 500), 20))) {
                    exe.run(t.get_trainer_program(), feed: feeder.feed(samples), fetch_list: [avg_cost])
                }
                println 'trained'
                """.formatted(HousingFile.write(folder, 52)));
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            List<Running> job = new ArrayList<>();
            for (String name : List.of("pserver", "trainer0", "trainer1")) {
                String role = name.equals("pserver") ? "PSERVER" : "TRAINER";
                job.add(processes.start(
                        name,
                        Map.of("PSERVERS", endpoint, "SERVER_ENDPOINT", endpoint, "TRAINING_ROLE", role),
                        script,
                        List.of()));
            }
            for (Running running : job) {
                assertEquals(0, running.exit(), running.output());
                boolean trainer = !running.name().equals("pserver");
                assertTrue(!trainer || running.line("trained").equals("trained"), running.output());
            }
        }
    }
}
