package jfab.training.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import jfab.tools.FitALine;
import jfab.training.engine.HostTensor;
import jfab.training.engine.Tensor;
import jfab.training.engine.checkpoint.Checkpoints;
import jfab.training.engine.checkpoint.Safetensors;
import jfab.training.program.DataType;
import jfab.training.program.Shape;
import jfab.training.train.TrainingProcesses.Running;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes of a job that die and are started again, as the launcher does; {@code -Djfab.kills=10} has more of them die. */
class RestartIT {
    private static final int KILLS = Integer.getInteger("jfab.kills", 3);
    private static final int STEPS = 90 + 20 * KILLS;
    private static final int SERVERS = 2;
    private static final int TRAINERS = 2;
    /** Who dies first: a server by the signal that it hears. After these, anybody. */
    private static final List<Integer> VICTIMS = List.of(SERVERS + 1, 0, SERVERS);

    @TempDir
    Path folder;

    @Test
    void whateverIsKilledTheFinalParametersAreThoseOfAnUninterruptedRun() throws Exception {
        Random random = new Random(4);
        List<String> endpoints = new ArrayList<>();
        for (int i = 1; i <= SERVERS; i++) {
            endpoints.add("127.0.0." + i + ":" + TrainingProcesses.freePort());
        }
        Path script = script();
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            Running alone = processes.start("alone", Map.of(), script, List.of("--pause", "0", "--save_dir", "alone"));
            List<Running> job = new ArrayList<>();
            for (int id = 0; id < SERVERS + TRAINERS; id++) {
                job.add(start(processes, script, endpoints, id, "first"));
            }
            for (int kill = 0; kill < KILLS; kill++) {
                job.get(SERVERS).awaitOutput("step " + (15 + kill * (STEPS - 40) / KILLS + random.nextInt(20)) + "\n");
                int victim = kill < VICTIMS.size() ? VICTIMS.get(kill) : random.nextInt(job.size());
                end(job.get(victim), kill);
                job.set(victim, start(processes, script, endpoints, victim, "after" + kill));
            }
            for (Running running : job) {
                assertEquals(0, running.exit(), running.output());
            }
            assertEquals(0, alone.exit(), alone.output());
            areThoseOf("alone");
            noStepLacksItsMetrics();
            assertTrue(Files.exists(folder.resolve("checkpoints/checkpoint_" + STEPS + "/_SUCCESS")));
        }
    }

    /** Each keeps its own checkpoints, as on a disk of its own; in the end trainer 1 has lost its, and gets the values of trainer 0. */
    @Test
    void trainersWithoutServersGoBackTogetherAndEndWhereOneEnds() throws Exception {
        String endpoints = "127.0.0.1:" + TrainingProcesses.freePort() + ",127.0.0.2:" + TrainingProcesses.freePort();
        Path script = script();
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            Running alone = processes.start("alone", Map.of(), script, List.of("--pause", "0", "--save_dir", "alone"));
            List<Running> job = new ArrayList<>();
            for (int id = 0; id < TRAINERS; id++) {
                job.add(start(processes, script, endpoints, id, "first"));
            }
            for (int kill = 0; kill < 4; kill++) {
                int victim = kill % TRAINERS;
                job.get(1 - victim).awaitOutput("step " + (25 + kill * 27) + "\n");
                end(job.get(victim), kill);
                if (kill == 3) {
                    new Checkpoints(folder.resolve("kept1"), 1).discardAfter(0);
                }
                job.set(victim, start(processes, script, endpoints, victim, "after" + kill));
            }
            for (Running running : job) {
                assertEquals(0, running.exit(), running.output());
                assertTrue(running.output().matches("(?s).*going on after step (90|1[012]0)\n.*"), running.output());
            }
            assertEquals(0, alone.exit(), alone.output());
            areThoseOf("alone");
            noStepLacksItsMetrics();
        }
    }

    /** Trainer 0 was the slowest, as where it writes the model: the others have kept a checkpoint of which it has nothing. */
    @Test
    void trainersGoBackToACheckpointThatTrainerZeroHasAPartOf() throws Exception {
        String endpoints = "127.0.0.1:" + TrainingProcesses.freePort() + ",127.0.0.2:" + TrainingProcesses.freePort();
        Path script = script();
        Checkpoints kept = new Checkpoints(folder.resolve("kept"), 3);
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            Running alone = processes.start("alone", Map.of(), script, List.of("--pause", "0", "--save_dir", "alone"));
            List<Running> first = List.of(
                    start(processes, script, endpoints, 0, "first", "kept"),
                    start(processes, script, endpoints, 1, "first", "kept"));
            first.getFirst().awaitOutput("step 45\n");
            for (Running running : first) {
                running.signal("KILL");
                running.exit();
            }
            long newest =
                    kept.steps().stream().filter(kept::complete).findFirst().orElseThrow();
            Path checkpoint = folder.resolve("kept/checkpoint_" + newest);
            kept.discardAfter(newest);
            for (String file : List.of("_SUCCESS", "trainer-0-of-2.json", "trainer-0-of-2.safetensors")) {
                Files.delete(checkpoint.resolve(file));
            }
            List<Running> second = List.of(
                    start(processes, script, endpoints, 0, "second", "kept"),
                    start(processes, script, endpoints, 1, "second", "kept"));
            for (Running running : second) {
                assertEquals(0, running.exit(), running.output());
                assertTrue(running.output().contains("going on after step " + (newest - 10) + "\n"), running.output());
            }
            assertEquals(0, alone.exit(), alone.output());
            areThoseOf("alone");
        }
    }

    /** Alone, among trainers and with servers it goes on from the same checkpoints, and nowhere from those of another program. */
    @Test
    void checkpointsAreThoseOfAProgramInEveryKindOfJob() throws Exception {
        Path script = script();
        Checkpoints kept = new Checkpoints(folder.resolve("kept"), 3);
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            Running alone = processes.start("alone", kept(), script, List.of("--save_dir", "job", "--steps", "20"));
            assertEquals(0, alone.exit(), alone.output());
            for (Running peer : peers(processes, script, "peer", "--save_dir", "job", "--steps", "40")) {
                assertEquals(0, peer.exit(), peer.output());
                assertTrue(peer.output().contains("going on after step 20\n"), peer.output());
                assertTrue(
                        peer.output().contains("what they gave local, with its samples: of trainer-"), peer.output());
            }
            for (Running peer :
                    peers(processes, script, "other", "--save_dir", "job", "--steps", "60", "--act", "sigmoid")) {
                assertEquals(1, peer.exit(), peer.output());
                assertTrue(peer.output().contains("is a checkpoint of another program"), peer.output());
            }
            assertTrue(kept.complete(40), "another program's job has removed checkpoints");
            String server = "127.0.0.1:" + TrainingProcesses.freePort();
            List<Running> job = new ArrayList<>();
            for (String place : List.of("pserver 0", "trainer 0", "trainer 1")) {
                List<String> words = List.of(place.split(" ", -1));
                job.add(processes.start(
                        place,
                        kept(),
                        script,
                        List.of(
                                words.get(0),
                                server,
                                server,
                                words.get(1),
                                "2",
                                "--save_dir",
                                "job",
                                "--steps",
                                "60")));
            }
            for (Running running : job) {
                assertEquals(0, running.exit(), running.output());
            }
            assertTrue(
                    job.get(1).output().contains("going on after step 40\n"),
                    job.get(1).output());
            assertFalse(
                    job.get(2).output().contains("these steps give back"),
                    job.get(2).output());
        }
    }

    private static Map<String, String> kept() {
        return Map.of("JFAB_CHECKPOINT_DIR", "kept", "JFAB_CHECKPOINT_STEPS", "10", "JFAB_JOIN_TIMEOUT", "60");
    }

    private static List<Running> peers(TrainingProcesses processes, Path script, String name, String... arguments)
            throws IOException {
        String endpoints = "127.0.0.1:" + TrainingProcesses.freePort() + ",127.0.0.2:" + TrainingProcesses.freePort();
        List<Running> peers = new ArrayList<>();
        for (int id = 0; id < TRAINERS; id++) {
            Map<String, String> environment = new HashMap<>(kept());
            environment.putAll(
                    Map.of("PADDLE_TRAINER_ENDPOINTS", endpoints, "PADDLE_TRAINER_ID", Integer.toString(id)));
            peers.add(processes.start(name + id, environment, script, List.of(arguments)));
        }
        return peers;
    }

    /** In turn by a signal that a process can hear, and by one that it cannot. */
    private static void end(Running victim, int kill) throws Exception {
        victim.signal(kill % 2 == 0 ? "KILL" : "TERM");
        victim.exit();
    }

    private static Running start(TrainingProcesses processes, Path script, String endpoints, int id, String life) {
        return start(processes, script, endpoints, id, life, "kept" + id);
    }

    private static Running start(
            TrainingProcesses processes, Path script, String endpoints, int id, String life, String kept) {
        return processes.start(
                "peer" + id + "-" + life,
                Map.of(
                        "PADDLE_TRAINER_ENDPOINTS",
                        endpoints,
                        "PADDLE_TRAINER_ID",
                        Integer.toString(id),
                        "JFAB_ON_FAILURE",
                        "restart",
                        "JFAB_CHECKPOINT_DIR",
                        kept,
                        "JFAB_CHECKPOINT_STEPS",
                        "10",
                        "JFAB_JOIN_TIMEOUT",
                        "60",
                        "JFAB_METRICS_DIR",
                        "metrics"),
                script,
                // What was fetched before the checkpoint is unknown to a trainer that has lost it.
                List.of("--pause", "8", "--save_dir", "job", "--known", "after3".equals(life) ? "0" : "1"));
    }

    private void noStepLacksItsMetrics() throws IOException {
        for (int trainer = 0; trainer < TRAINERS; trainer++) {
            String lines = Files.readString(folder.resolve("metrics/trainer-" + trainer + "/metrics.jsonl"));
            List<Integer> lacking = IntStream.range(0, STEPS)
                    .filter(step -> !lines.contains("\"step\":" + step + ",\"samples\""))
                    .boxed()
                    .toList();
            assertEquals(List.of(), lacking, "trainer " + trainer);
        }
    }

    private void areThoseOf(String run) {
        for (Map.Entry<String, Shape> parameter : Map.of("fc_0.w_0", Shape.of(13, 16), "fc_1.w_0", Shape.of(16, 1))
                .entrySet()) {
            assertArrayEquals(
                    values(run, parameter.getKey(), parameter.getValue()),
                    values("job", parameter.getKey(), parameter.getValue()),
                    1e-5);
        }
    }

    private static Running start(
            TrainingProcesses processes, Path script, List<String> endpoints, int id, String life) {
        boolean server = id < SERVERS;
        String role = server ? "pserver" : "trainer";
        int number = server ? id : id - SERVERS;
        return processes.start(
                role + number + "-" + life,
                Map.of(
                        "JFAB_ON_FAILURE", "restart",
                        "JFAB_CHECKPOINT_DIR", "checkpoints",
                        "JFAB_CHECKPOINT_STEPS", "10",
                        "JFAB_JOIN_TIMEOUT", "60",
                        "JFAB_METRICS_DIR", "metrics"),
                script,
                List.of(
                        role,
                        String.join(",", endpoints),
                        endpoints.get(number % endpoints.size()),
                        Integer.toString(number),
                        Integer.toString(TRAINERS),
                        "--pause",
                        "8",
                        "--save_dir",
                        "job"));
    }

    private double[] values(String run, String name, Shape shape) {
        HostTensor tensor = HostTensor.zeros(shape, DataType.FLOAT32);
        Map<String, Tensor> targets = Map.of(name, tensor);
        Safetensors.read(folder.resolve(run).resolve("model.safetensors"), targets);
        return tensor.values();
    }

    /** A step takes at least {@code --pause} milliseconds, so that processes can be started while there is work. */
    private Path script() throws IOException {
        Path housing = HousingFile.write(folder, 120);
        return Files.writeString(
                folder.resolve("restart.groovy"), ("""
                def save_dir = flag('save_dir', '')
                def pause = flag('pause', 0)
                def known = flag('known', 1)
                def last = flag('steps', %d)
                def act = flag('act', 'relu')
                def x = data(name: 'x', shape: [13], dtype: 'float32')
                def y = data(name: 'y', shape: [1], dtype: 'float32')
                def hidden = fc(input: x, size: 16, act: act)
                def cost = mean(square_error_cost(input: fc(input: hidden, size: 1, act: null), label: y))
                Adam(learning_rate: 0.001).minimize(cost)
                """ + FitALine.JOB + """
                def reader = share(batch(shuffle(uci_housing_train('%s'), 50, 1), 8))
                def steps = 0
                while (steps < last) {
                    for (samples in reader) {
                        if (steps == last) break
                        def (loss) = exe.run(t.get_trainer_program(), feed: feeder.feed(samples), fetch_list: [cost])
                        if (known && Double.isNaN(loss.mean())) throw new IllegalStateException('what was lost was trained on')
                        sleep(pause)
                        steps++
                        println "step ${steps}"
                    }
                }
                if (trainer_id() == 0) save_persistables(exe, save_dir, t.get_trainer_program())
                """).formatted(STEPS, housing));
    }
}
