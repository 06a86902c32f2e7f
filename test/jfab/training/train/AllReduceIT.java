package jfab.training.train;

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
import java.util.Set;
import java.util.stream.Stream;
import jfab.role.ExitCode;
import jfab.tools.FitALine;
import jfab.training.train.TrainingProcesses.Running;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Trainers without parameter servers, as processes that average their gradients among themselves. */
class AllReduceIT {
    private static final Path FIT_A_LINE = Path.of("examples/fit_a_line.groovy");

    private static final String OPEN = "the connections between these trainers have neither a secret nor encryption:"
            + " whoever reaches them can read them and join\n";

    @TempDir
    Path folder;

    /**
     * Batches of 20, 20 and 1: in the last step two of three trainers have no sample.
     *
     * @param hidden the width of a layer before the last; 40,000 make gradients of more than one bucket
     */
    @ParameterizedTest
    @ValueSource(ints = {0, 40_000})
    void threeTrainersEndWhereOneEnds(int hidden) throws Exception {
        Path script = hidden == 0 ? FIT_A_LINE : deeper(hidden);
        List<String> data = List.of("--data", HousingFile.write(folder, 52).toString(), "--passes", "2");
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            List<Running> job = job(processes, 3, script, data, Map.of());
            Running local = processes.start("local", Map.of(), script, with(data, "--save_dir", "alone"));
            for (Running running : job) {
                assertEquals(0, running.exit(), running.output());
            }
            assertEquals(0, local.exit(), local.output());
            assertEquals(testLoss(local), testLoss(job.getFirst()), 1e-5 * testLoss(local));
            assertTrue(Files.isDirectory(folder.resolve("output/pass-00001")), "trainer 0 has saved");
        }
    }

    private Path deeper(int hidden) throws IOException {
        String text = Files.readString(FIT_A_LINE)
                .replace("fc(input: x, ", "fc(input: fc(input: x, size: " + hidden + ", act: 'tanh'), ")
                .replace("learning_rate: 0.001", "learning_rate: 1e-6");
        return Files.writeString(folder.resolve("deeper.groovy"), text);
    }

    /**
     * Two losses with parameters of their own, and a trainer that takes fewer steps than the others.
     *
     * @param hidden the width of a layer of the second network; 40,000 make gradients of more than one bucket
     */
    @ParameterizedTest
    @ValueSource(ints = {5, 40_000})
    void twoMinimizeCallsLearnWhatOneProcessLearns(int hidden) throws Exception {
        Path script =
                Files.writeString(folder.resolve("two.groovy"), """
                def x = data(name: 'x', shape: [13], dtype: 'float32')
                def y = data(name: 'y', shape: [1], dtype: 'float32')
                def first = mean(square_error_cost(input: fc(input: x, size: 1, act: null), label: y))
                def wide = fc(input: x, size: %d, act: 'tanh')
                def second = mean(square_error_cost(input: fc(input: wide, size: 1, act: null), label: y))
                def test_program = default_main_program().cloneForTest()
                Momentum(learning_rate: 0.01, momentum: 0.9).minimize(first)
                SGD(learning_rate: 1e-5).minimize(second)
                def t = DistributeTranspiler()
                t.transpile()
                def exe = Executor(CPUPlace())
                exe.run(t.get_startup_program())
                def feeder = DataFeeder(feed_list: [x, y], place: CPUPlace())
                def all = batch(uci_housing_train('%s'), 16)
                def taken = 0
                for (whole in all) {
                    def mine = []
                    whole.eachWithIndex { sample, i -> if (i %% trainers() == trainer_id()) mine << sample }
                    // The last sample of the last batch is trainer 0's.
                    if (mine || trainers() > 1 && trainer_id() < 2) {
                        exe.run(t.get_trainer_program(), feed: feeder.feed(mine), fetch_list: [first, second])
                        taken++
                    }
                }
                def values = []
                for (whole in all) {
                    values += exe.run(test_program, feed: feeder.feed(whole), fetch_list: [first, second])*.mean()
                }
                println "took ${taken}"
                println "losses ${values.join(' ')}"
                """.formatted(hidden, HousingFile.write(folder, 82)));
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            List<Running> job = job(processes, 3, script, List.of(), Map.of());
            Running local = processes.start("local", Map.of(), script, List.of());
            assertEquals(0, local.exit(), local.output());
            assertEquals("took 5", local.line("took"));
            for (Running running : job.subList(0, 2)) {
                assertEquals(0, running.exit(), running.output());
                assertEquals("took 5", running.line("took"));
                assertEquals(losses(local).size(), losses(running).size());
                for (int i = 0; i < losses(local).size(); i++) {
                    double loss = losses(local).get(i);
                    assertEquals(
                            loss, losses(running).get(i), 1e-5 * Math.max(1, loss), local.output() + running.output());
                }
            }
            assertEquals(0, job.get(2).exit(), job.get(2).output());
            assertEquals("took 4", job.get(2).line("took"));
        }
    }

    private static List<Double> losses(Running running) throws IOException {
        return Stream.of(running.line("losses ").substring("losses ".length()).split(" ", -1))
                .map(Double::valueOf)
                .toList();
    }

    /** One may even have nothing to do. */
    @ParameterizedTest
    @ValueSource(strings = {"2 + 3 * trainer_id()", "5 * trainer_id()"})
    void trainersThatAreDoneAnswerUntilAllAreDone(String steps) throws Exception {
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            Path script = script("if (steps == " + steps + ") return");
            for (Running running : job(processes, 2, script, List.of(), Map.of())) {
                assertEquals(0, running.exit(), running.output());
            }
        }
    }

    /**
     * The first trainer keeps what the others find each other by; they also find out by it who is lost.
     *
     * @param wide the width of a layer; 40,000 make gradients that go over Gloo
     */
    @ParameterizedTest
    @CsvSource({
        "KILL, 1, was lost: ",
        "STOP, 1, was lost: ",
        "KILL, 40_000, was lost: ",
        "TERM, 1, was stopped by a signal at step "
    })
    void allOthersNameATrainerThatIsDeadAndEndWithinTenSeconds(String signal, String wide, String what)
            throws Exception {
        Path script = script("");
        Files.writeString(
                script,
                Files.readString(script).replace("fc(input: x,", "fc(input: fc(input: x, size: " + wide + "),"));
        try (TrainingProcesses with = new TrainingProcesses(folder.resolve("a"));
                TrainingProcesses without = new TrainingProcesses(folder.resolve("b"))) {
            Aftermath first = death(job(without, 3, script, List.of(), Map.of()), 0, signal);
            Aftermath last = death(job(with, 3, script, List.of(), Map.of()), 2, signal);
            first.isOver("trainer 0 of 3 ");
            last.isOver("trainer 2 of 3 " + what);
        }
    }

    private static Aftermath death(List<Running> job, int victim, String signal) throws Exception {
        job.get(1).awaitOutput("step 3");
        return Aftermath.of(job, victim, signal);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | assert steps < 3 | steps < 3 | 1",
                "1 | assert steps < 3 | steps < 3 | 1",
                "0 | if (steps == 3) System.exit(0) | its program has called System.exit | 0",
                "1 | if (steps == 3) System.exit(0) | its program has called System.exit | 0"
            })
    void aTrainerThatFailsIsQuotedByTheOthers(int culprit, String statement, String cause, int code) throws Exception {
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            Path script = script("if (trainer_id() == " + culprit + ") { " + statement + " }");
            List<Running> job = job(processes, 2, script, List.of(), Map.of());
            assertEquals(code, job.get(culprit).exit(), job.get(culprit).output());
            Running other = job.get(1 - culprit);
            assertEquals(ExitCode.ABORTED, other.exit(), other.output());
            assertTrue(other.output().contains("trainer " + culprit + " failed: "), other.output());
            assertTrue(other.output().contains(cause), other.output());
        }
    }

    @Test
    void trainersOfDifferentNetworksAreTold() throws Exception {
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            Path script = script("").resolveSibling("endless.groovy");
            Files.writeString(script, Files.readString(script).replace("size: 1", "size: 1 + trainer_id()"));
            Files.writeString(script, Files.readString(script).replace("label: y", "label: trainer_id() ? y2 : y"));
            for (Running running : job(processes, 2, script, List.of(), Map.of())) {
                assertEquals(ExitCode.ABORTED, running.exit(), running.output());
                assertTrue(
                        running.output().contains("trainers 0 and 1 do not train the same parameters"),
                        running.output());
            }
        }
    }

    /** Each would take the steps of one that is alone, and the job would end well with as many models as it has trainers. */
    @Test
    void whatOthersWouldLearnNothingOfIsNotTrained() throws Exception {
        Path script = script("");
        Files.writeString(
                script, Files.readString(script).replace("t.get_trainer_program()", "default_main_program()"));
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            List<Running> all = new ArrayList<>(job(processes, 2, script, List.of(), Map.of()));
            // One that is alone would at least keep no checkpoints.
            all.addAll(job(processes, 1, script, List.of(), Map.of()));
            for (Running trainer : all) {
                assertEquals(ExitCode.USAGE, trainer.exit(), trainer.output());
                assertTrue(trainer.output().contains(": this would train by itself, and neither"), trainer.output());
            }
        }
    }

    @Test
    void aTrainerThatDoesNotComeIsWaitedForNoLongerThanAllowed() throws Exception {
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            Map<String, String> alone = new HashMap<>(peers(2, 0));
            alone.put("JFAB_JOIN_TIMEOUT", "1");
            Running running = processes.start("alone", alone, script(""), List.of());
            assertEquals(ExitCode.ABORTED, running.exit(), running.output());
            assertEquals(OPEN + "waited 1 s for trainer 1 of 2 to join\n", running.output());
        }
    }

    /** Nothing of what libtorch's own log says of it, with frames of its stack. */
    @Test
    void aFirstTrainerThatDoesNotComeIsOneLine() throws Exception {
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            Map<String, String> second = new HashMap<>(peers(2, 1));
            second.put("JFAB_JOIN_TIMEOUT", "1");
            Running running = processes.start("second", second, script(""), List.of());
            assertEquals(ExitCode.ABORTED, running.exit(), running.output());
            assertEquals(OPEN + "waited 1 s for trainer 0 of 2 to listen on " + first(second) + "\n", running.output());
        }
    }

    @Test
    void aBusyPortIsOneLineAndExitCode1() throws Exception {
        Map<String, String> peers = peers(2, 0);
        String endpoint = first(peers);
        int port = Integer.parseInt(endpoint.substring(endpoint.indexOf(':') + 1));
        try (var _ = new ServerSocket(port, 1, InetAddress.getByAddress(new byte[4]));
                TrainingProcesses processes = new TrainingProcesses(folder)) {
            Running running = processes.start("busy", peers, script(""), List.of());
            assertEquals(1, running.exit(), running.output());
            assertTrue(
                    running.output()
                            .endsWith("cannot listen on " + endpoint
                                    + ": another process listens there; end it or choose another port\n"),
                    running.output());
            assertEquals(2, running.output().lines().count(), running.output());
        }
    }

    /** libtorch's store would listen on all addresses of the machine. */
    @Test
    void trainersListenOnTheAddressThatTheyMeetAtOnly() throws Exception {
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            List<Running> job = job(processes, 2, script(""), List.of(), Map.of());
            for (Running trainer : job) {
                trainer.awaitOutput("step 3");
                assertEquals(
                        Set.of("127.0.0.1"),
                        ListeningAddresses.of(trainer.process().pid()),
                        trainer.output());
            }
        }
    }

    private static String first(Map<String, String> peers) {
        return peers.getOrDefault("PADDLE_TRAINER_ENDPOINTS", "").split(",", -1)[0];
    }

    private static List<Running> job(
            TrainingProcesses processes, int trainers, Path script, List<String> flags, Map<String, String> more)
            throws IOException {
        List<Running> job = new ArrayList<>();
        Map<String, String> shared = peers(trainers, 0);
        for (int trainer = 0; trainer < trainers; trainer++) {
            Map<String, String> environment = new HashMap<>(shared);
            environment.put("PADDLE_TRAINER_ID", Integer.toString(trainer));
            environment.putAll(more);
            job.add(processes.start("trainer" + trainer, environment, script, flags));
        }
        return job;
    }

    /** PaddlePaddle 2's variables. */
    private static Map<String, String> peers(int trainers, int trainer) throws IOException {
        List<String> endpoints = new ArrayList<>();
        for (int i = 0; i < trainers; i++) {
            endpoints.add("127.0.0." + (i + 1) + ":" + TrainingProcesses.freePort());
        }
        return Map.of(
                "PADDLE_TRAINER_ENDPOINTS",
                String.join(",", endpoints),
                "PADDLE_TRAINER_ID",
                Integer.toString(trainer));
    }

    /** Trains on the same samples until {@code inStep}, done in each step, ends it. */
    private Path script(String inStep) throws IOException {
        return Files.writeString(
                folder.resolve("endless.groovy"),
                ("""
                def file = flag('data', '%s')
                def y2 = data(name: 'y2', shape: [2], dtype: 'float32')
                """ + FitALine.PROGRAM + """
                def samples = batch(uci_housing_train(file), 20).iterator().next()
                for (int steps = 0; ; steps++) {
                    %s
                    exe.run(t.get_trainer_program(), feed: feeder.feed(samples), fetch_list: [cost])
                    println "step ${steps}"
                }
                """).formatted(HousingFile.write(folder, 52), inStep));
    }

    private static List<String> with(List<String> flags, String... more) {
        List<String> all = new ArrayList<>(flags);
        all.addAll(List.of(more));
        return all;
    }

    private static double testLoss(Running running) throws IOException {
        return Double.parseDouble(running.line("Test loss: [").replaceAll("Test loss: \\[|]", ""));
    }
}
