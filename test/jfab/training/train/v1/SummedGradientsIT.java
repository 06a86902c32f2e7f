package jfab.training.train.v1;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import jfab.training.engine.HostTensor;
import jfab.training.engine.Tensor;
import jfab.training.engine.checkpoint.Safetensors;
import jfab.training.program.DataType;
import jfab.training.program.Shape;
import jfab.training.train.TrainingProcesses;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs of two trainers take the first version's steps where a step has fewer samples than others: 13 samples, 4 to a trainer and step. */
class SummedGradientsIT {
    private static final SummedGradients RULE = new SummedGradients(0.01, 0.5, 0.25, 20);
    private static final int PASSES = 3;

    @TempDir
    Path folder;

    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void end() {
        processes.forEach(process -> process.destroyForcibly().onExit().join());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void trainersThatShareTheirBatches(int servers) throws Exception {
        train(servers, RULE.settings(4), samples(0, 13), samples(0, 13));
        // Of 8 samples and of 5, of which the first trainer has 3.
        assertArrayEquals(RULE.after(PASSES, SummedGradients.batches(13, 8)), trained(), 1e-5);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void trainersWithSamplesOfTheirOwn(int servers) throws Exception {
        train(servers, RULE.settings(4), samples(0, 3), samples(3, 13));
        List<int[]> steps =
                List.of(IntStream.range(0, 7).toArray(), IntStream.range(7, 11).toArray(), new int[] {11, 12});
        assertArrayEquals(RULE.after(PASSES, steps), trained(), 1e-5);
    }

    @Test
    void aTrainerWhoseGradientsAreStepsByThemselves() throws Exception {
        train(1, RULE.settings(8).replace("settings(", "settings(is_async: true, "), samples(0, 13));
        assertArrayEquals(RULE.after(PASSES, SummedGradients.batches(13, 8)), trained(), 1e-5);
    }

    private static List<Integer> samples(int first, int last) {
        return IntStream.range(first, last).boxed().toList();
    }

    /** A job of as many trainers as there are lists of samples; without servers they average with each other. */
    @SafeVarargs
    private final void train(int servers, String settings, List<Integer>... samples) throws Exception {
        int trainers = samples.length;
        List<String> ports = ports(Math.max(servers, trainers));
        List<String> endpoints = ports.stream().map(port -> "127.0.0.1:" + port).toList();
        List<String> shared = List.of(
                "--config=config.groovy",
                "--pservers=" + String.join(",", endpoints.subList(0, servers)),
                "--num_gradient_servers=" + trainers);
        for (int node = 0; node < trainers; node++) {
            SummedGradients.workspace(folder.resolve("node" + node), settings, samples[node]);
        }
        for (int server = 0; server < servers; server++) {
            List<String> words = new ArrayList<>(List.of("pserver", "--port=" + ports.get(server)));
            words.addAll(shared);
            start("server" + server, "node0", Map.of(), words);
        }
        for (int trainer = 0; trainer < trainers; trainer++) {
            List<String> words = new ArrayList<>(List.of(
                    "train",
                    "--num_passes=" + PASSES,
                    "--save_dir=out",
                    "--load_missing_parameter_strategy=zero",
                    "--init_model_path=empty"));
            Map<String, String> environment = new HashMap<>();
            if (servers > 0) {
                words.addAll(shared);
                words.addAll(List.of("--local=0", "--trainer_id=" + trainer));
            } else {
                words.add("--config=config.groovy");
                environment.put("PADDLE_TRAINING_ROLE", "TRAINER");
                environment.put("PADDLE_TRAINER_ENDPOINTS", String.join(",", endpoints));
                environment.put("PADDLE_TRAINER_ID", Integer.toString(trainer));
                environment.put("PADDLE_TRAINERS_NUM", Integer.toString(trainers));
            }
            start("trainer" + trainer, "node" + trainer, environment, words);
        }
        for (Process process : processes) {
            assertTrue(process.waitFor(120, TimeUnit.SECONDS), () -> "still running:\n" + printed());
            assertEquals(0, process.exitValue(), this::printed);
        }
    }

    /** The weights and the bias that the first trainer has saved. */
    private double[] trained() {
        HostTensor weights = HostTensor.zeros(Shape.of(2, 1), DataType.FLOAT32);
        HostTensor bias = HostTensor.zeros(Shape.of(1), DataType.FLOAT32);
        Map<String, Tensor> targets = Map.of("fc_0.w_0", weights, "fc_0.b_0", bias);
        Safetensors.read(folder.resolve("node0/out/pass-00002/model.safetensors"), targets);
        return DoubleStream.concat(DoubleStream.of(weights.values()), DoubleStream.of(bias.values()))
                .toArray();
    }

    private void start(String name, String node, Map<String, String> environment, List<String> words)
            throws IOException {
        List<String> line = TrainingProcesses.engine();
        line.addAll(words);
        ProcessBuilder builder = new ProcessBuilder(line)
                .directory(folder.resolve(node).toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(name + ".log").toFile());
        builder.environment().put("OMP_NUM_THREADS", "1");
        builder.environment().putAll(environment);
        processes.add(builder.start());
    }

    private static List<String> ports(int count) throws IOException {
        List<ServerSocket> held = new ArrayList<>();
        List<String> ports = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            // Held until all are chosen, so that they differ.
            ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[4]));
            held.add(socket);
            ports.add(Integer.toString(socket.getLocalPort()));
        }
        for (ServerSocket socket : held) {
            socket.close();
        }
        return ports;
    }

    private String printed() {
        StringBuilder all = new StringBuilder();
        for (String name : List.of("server0", "server1", "trainer0", "trainer1")) {
            Path log = folder.resolve(name + ".log");
            try {
                all.append(Files.exists(log) ? name + ":\n" + Files.readString(log) + "\n" : "");
            } catch (IOException e) {
                all.append(name).append(": ").append(e).append("\n");
            }
        }
        return all.toString();
    }
}
