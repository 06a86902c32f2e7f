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
import java.util.concurrent.TimeUnit;
import jfab.role.ExitCode;
import jfab.tools.FitALine;
import jfab.training.engine.HostTensor;
import jfab.training.engine.Tensor;
import jfab.training.engine.checkpoint.Safetensors;
import jfab.training.program.DataType;
import jfab.training.program.Shape;
import jfab.training.train.TrainingProcesses.Running;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes that are killed or stopped, and what the others do about it. */
class DeathIT {
    @TempDir
    Path folder;

    /** A killed process breaks its connections. One that is stopped keeps them, as one without power does, and answers nothing. */
    @ParameterizedTest
    @CsvSource({"KILL, its connection broke", "STOP, no sign of life for 6 s"})
    void allOthersNameItAndEnd(String signal, String problem) throws Exception {
        Path script = script();
        try (TrainingProcesses servers = new TrainingProcesses(folder.resolve("a"));
                TrainingProcesses trainers = new TrainingProcesses(folder.resolve("b"))) {
            List<String> endpoints = endpoints();
            Aftermath server = death(job(servers, script, endpoints, "stop"), 1, signal);
            Aftermath trainer = death(job(trainers, script, endpoints(), "stop"), 3, signal);
            server.isOver("parameter server " + endpoints.get(1) + " was lost: " + problem);
            trainer.isOver("trainer 1 of 2 (127.0.0.1) was lost at step ");
            trainer.isOver(problem);
        }
    }

    /** It evaluates for five minutes, and would not ask its servers for anything before. */
    @ParameterizedTest
    @CsvSource({"KILL, its connection broke", "STOP, no sign of life for 6 s"})
    void trainersOutsideOfTheirStepsLearnOfAServersDeath(String signal, String problem) throws Exception {
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            List<String> endpoints = endpoints();
            List<Running> job = job(processes, script(), endpoints, "stop", "--rest", "5");
            job.get(2).awaitOutput("resting\n");
            job.get(3).awaitOutput("resting\n");
            Aftermath.of(job, 1, signal).isOver("parameter server " + endpoints.get(1) + " was lost: " + problem);
        }
    }

    private static Aftermath death(List<Running> job, int victim, String signal) throws Exception {
        job.get(2).awaitOutput("step 5\n");
        return Aftermath.of(job, victim, signal);
    }

    private static List<String> endpoints() throws IOException {
        return List.of("127.0.0.1:" + TrainingProcesses.freePort(), "127.0.0.2:" + TrainingProcesses.freePort());
    }

    /** Of a single server: a second one would be one more process to start. */
    private static List<String> endpoint() throws IOException {
        return List.of("127.0.0.1:" + TrainingProcesses.freePort());
    }

    /** It leaves its checkpoint, as one that trains alone does; where another one is stopped, trainer 0 does so for all. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aTrainerThatIsStoppedEndsTheJobAndIsNamed(int trainer) throws Exception {
        Path script = script();
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            List<Running> job = job(processes, script, endpoints(), "stop");
            job.get(2).awaitOutput("step 5\n");
            Aftermath others = Aftermath.of(job, 2 + trainer, "TERM");
            others.isOver("trainer " + trainer + " of 2 (127.0.0.1) was stopped by a signal at step ");
            assertEquals(143, job.get(2 + trainer).exit(), job.get(2 + trainer).output());
            assertTrue(Files.exists(folder.resolve("job/stopped/model.safetensors")));
        }
    }

    @ParameterizedTest
    @CsvSource({"KILL, was lost at step", "TERM, was stopped by a signal at step"})
    void theOthersGoOnWithoutATrainerWhereTheUserWantsIt(String signal, String what) throws Exception {
        Path script = script();
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            List<Running> job = job(processes, script, endpoint(), "continue");
            job.get(1).awaitOutput("step 5\n");
            job.get(2).signal(signal);
            job.get(0).awaitOutput("; the others go on without it\n");
            assertTrue(
                    job.get(0).output().contains("trainer 1 of 2 (127.0.0.1) " + what),
                    job.get(0).output());
            assertEquals(0, job.get(1).exit(), job.get(1).output());
            assertEquals(0, job.get(0).exit(), job.get(0).output());
            assertTrue(job.get(1).output().contains("step 200\n"), job.get(1).output());
        }
    }

    /** An Error is no exception, and closes the job's connections in good order if nobody sees to it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "new int[Integer.MAX_VALUE] | OutOfMemoryError: Requested array size exceeds VM limit",
                "f(1) | StackOverflowError",
                "throw new LinkageError('x') | LinkageError: x",
                "throw new IllegalStateException('boom') | IllegalStateException: boom"
            })
    void whateverEndsTheProgramOfATrainerEndsTheOthersToo(String fatal, String what) throws Exception {
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            List<Running> job = job(processes, failing(fatal), endpoint(), "stop");
            Running failed = job.removeLast();
            assertEquals(1, failed.exit(), failed.output());
            assertTrue(failed.output().matches("(?s).*death.groovy:\\d+: " + what + "\n"), failed.output());
            for (Running other : job) {
                assertEquals(ExitCode.ABORTED, other.exit(), other.output());
                assertTrue(other.output().contains("trainer 1 failed: "), other.output());
                assertTrue(other.output().contains(": " + what + "\n"), other.output());
            }
        }
    }

    /** With 0 as well: the job has not been trained to its end. */
    @Test
    void aTrainerWhoseProgramExitsEndsTheOthersWithThatCause() throws Exception {
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            List<Running> job = job(processes, failing("System.exit(0)"), endpoint(), "stop");
            Running left = job.removeLast();
            assertEquals(0, left.exit(), left.output());
            assertTrue(
                    left.output()
                            .endsWith(
                                    "its program has called System.exit; what ends a script well is its last line, or return\n"),
                    left.output());
            for (Running other : job) {
                assertEquals(ExitCode.ABORTED, other.exit(), other.output());
                assertTrue(
                        other.output().contains("trainer 1 failed: its program has called System.exit\n"),
                        other.output());
            }
        }
    }

    /** Its supervisor starts it again; servers that had ended would not be there. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "new int[Integer.MAX_VALUE]",
                "throw new IllegalStateException('boom')",
                "System.exit(5)",
                "Runtime.runtime.halt(7)"
            })
    void whateverEndsTheProgramOfATrainerTheOthersWaitForItWhereTheUserWantsIt(String fatal) throws Exception {
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            Path script = failing(fatal);
            List<String> endpoint = endpoint();
            List<Running> job = job(processes, script, endpoint, "restart");
            Running failed = job.removeLast();
            assertTrue(failed.exit() > 0, failed.output());
            job.add(processes.start(
                    "again",
                    Map.of("JFAB_ON_FAILURE", "restart", "JFAB_ATTEMPT", "1"),
                    script,
                    List.of("trainer", endpoint.getFirst(), endpoint.getFirst(), "1", "2")));
            for (Running running : job) {
                assertEquals(0, running.exit(), running.output());
            }
            String cause = "going back to the last checkpoint: trainer 1 ";
            assertTrue(job.get(1).output().contains(cause), job.get(1).output());
        }
    }

    private Path failing(String statement) throws IOException {
        Path script = script();
        return Files.writeString(
                script,
                Files.readString(script)
                        .replace(
                                "        sleep(10)\n",
                                "        if (steps == 5 && trainer_id() == 1 && System.getenv('JFAB_ATTEMPT') == null) {\n"
                                        + "            def f\n            f = { f(it + 1) + 1 }\n            "
                                        + statement
                                        + "\n        }\n        sleep(10)\n"));
    }

    /** It has no step to save, and whoever ends a job gives its processes three seconds before it kills them. */
    @Test
    void aTrainerThatWaitsForItsServersEndsAtOnce() throws Exception {
        String nobody = "127.0.0.1:" + TrainingProcesses.freePort();
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            Running trainer = processes.start(
                    "waiting",
                    Map.of("JFAB_ON_FAILURE", "restart"),
                    script(),
                    List.of("trainer", nobody, nobody, "0", "1"));
            trainer.awaitOutput("JFAB_JOB_TOKEN is not set");
            trainer.signal("TERM");
            assertTrue(trainer.process().waitFor(4, TimeUnit.SECONDS), trainer.output());
            assertEquals(143, trainer.exit(), trainer.output());
        }
    }

    /** Accumulators, batch_norm's statistics and what the script has counted: all as if nothing had happened. */
    @Test
    void aProcessThatTrainsAloneGoesOnFromItsCheckpoint() throws Exception {
        Path script = script();
        Map<String, String> checkpoints = Map.of("JFAB_CHECKPOINT_DIR", "own", "JFAB_CHECKPOINT_STEPS", "20");
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            Running whole = processes.start("whole", Map.of(), script, List.of("--save_dir", "whole"));
            Running killed = processes.start("killed", checkpoints, script, List.of("--save_dir", "resumed"));
            killed.awaitOutput("step 45\n");
            killed.signal("KILL");
            killed.process().waitFor();
            Running resumed = processes.start("resumed", checkpoints, script, List.of("--save_dir", "resumed"));
            assertEquals(0, whole.exit(), whole.output());
            assertEquals(0, resumed.exit(), resumed.output());
            assertTrue(resumed.output().startsWith("going on after step "), resumed.output());
            assertFalse(resumed.output().contains("step 10\n"), "what was done is not said again");
            assertEquals(whole.line("losses"), resumed.line("losses"));
            assertArrayEquals(values("whole"), values("resumed"), 0);

            Running other = processes.start("other", checkpoints, script, List.of("--width", "5"));
            assertEquals(1, other.exit(), other.output());
            assertTrue(other.output().contains("is a checkpoint of another program"), other.output());
        }
    }

    private static List<Running> job(
            TrainingProcesses processes, Path script, List<String> endpoints, String onFailure, String... more) {
        List<Running> job = new ArrayList<>();
        for (int i = 0; i < endpoints.size() + 2; i++) {
            boolean server = i < endpoints.size();
            int id = server ? i : i - endpoints.size();
            List<String> arguments = new ArrayList<>(List.of(
                    server ? "pserver" : "trainer",
                    String.join(",", endpoints),
                    endpoints.get(id % endpoints.size()),
                    Integer.toString(id),
                    "2"));
            arguments.addAll(List.of(more));
            job.add(processes.start("process" + i, Map.of("JFAB_ON_FAILURE", onFailure), script, arguments));
        }
        return job;
    }

    private double[] values(String run) {
        Map<String, Tensor> targets = new HashMap<>();
        targets.put("batch_norm_0.w_1", HostTensor.zeros(Shape.of(4), DataType.FLOAT32));
        targets.put("fc_0.w_0", HostTensor.zeros(Shape.of(13, 4), DataType.FLOAT32));
        Safetensors.read(folder.resolve(run).resolve("model.safetensors"), targets);
        return targets.values().stream()
                .flatMapToDouble(tensor -> java.util.Arrays.stream(((HostTensor) tensor).values()))
                .toArray();
    }

    /** Steps of ten milliseconds or more, so that there is time to die. */
    private Path script() throws IOException {
        Path housing = HousingFile.write(folder, 60);
        return Files.writeString(folder.resolve("death.groovy"), ("""
                def save_dir = flag('save_dir', 'job')
                def width = flag('width', 4)
                def rest = flag('rest', 0)
                def x = data(name: 'x', shape: [13], dtype: 'float32')
                def y = data(name: 'y', shape: [1], dtype: 'float32')
                def hidden = batch_norm(input: fc(input: x, size: width, act: null))
                def cost = mean(square_error_cost(input: fc(input: hidden, size: 1, act: null), label: y))
                def test_program = default_main_program().cloneForTest()
                Adam(learning_rate: 0.01).minimize(cost)
                """ + FitALine.JOB + """
                def reader = share(batch(shuffle(uci_housing_train('%s'), 50, 1), 8))
                def steps = 0
                def losses = []
                while (steps < 200) {
                    for (samples in reader) {
                        def (loss) = exe.run(t.get_trainer_program(), feed: feeder.feed(samples), fetch_list: [cost])
                        losses << loss.mean()
                        steps++
                        if (steps %% 50 == 0) {
                            def (tested) = exe.run(test_program, feed: feeder.feed(samples), fetch_list: [cost])
                            losses << tested.mean()
                        }
                        println "step ${steps}"
                        if (steps == rest) {
                            println 'resting'
                            sleep(300_000)
                        }
                        sleep(10)
                        if (steps == 200) break
                    }
                }
                println "losses ${losses}"
                if (trainer_id() == 0) save_persistables(exe, save_dir, t.get_trainer_program())
                """).formatted(housing));
    }
}
