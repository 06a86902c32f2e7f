package jfab.training.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jfab.digits.DigitGenerator;
import jfab.role.ExitCode;
import jfab.tools.FitALine;
import jfab.training.train.TrainingProcesses.Running;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Examples and scripts as processes of a job, in the roles that the documents' command lines and variables give them. */
class DistributedTrainingIT {
    private static final Path FIT_A_LINE = Path.of("examples/fit_a_line.groovy");
    private static final Path MNIST_CONV = Path.of("examples/mnist_conv.groovy");
    private static final int ENDED_BY_TERM = 143;

    @TempDir
    Path folder;

    /** 41 samples to train on: the third batch has one, so that one trainer has a batch less. */
    @Test
    void fitALineByTheArgumentsOfDocument004EndsWhereOneProcessEnds() throws Exception {
        List<String> data = List.of("--data", HousingFile.write(folder, 52).toString(), "--passes", "2");
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            List<Running> job = job(processes, FIT_A_LINE, endpoints(2), data, List.of("--save_dir", "job"));
            List<String> alone = new ArrayList<>(data);
            alone.addAll(List.of("--save_dir", "alone"));
            Running local = processes.start("local", Map.of(), FIT_A_LINE, alone);
            for (Running running : job) {
                assertEquals(0, running.exit(), running.output());
            }
            assertEquals(0, local.exit(), local.output());
            assertEquals(testLoss(local), testLoss(job.get(2)), 1e-5 * testLoss(local));
            assertTrue(Files.isDirectory(folder.resolve("job/pass-00001")), "trainer 0 has saved");
        }
    }

    @Test
    void mnistConvLearnsOnTwoServersAndTwoTrainers() throws Exception {
        Path digits = folder.resolve("digits");
        DigitGenerator.write(digits, 640, 64, 1);
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            List<Running> job =
                    job(processes, MNIST_CONV, endpoints(2), List.of("--data", digits.toString()), List.of());
            for (Running running : job) {
                assertEquals(0, running.exit(), running.output());
            }
            assertTrue(job.get(3).line("PassID").matches("PassID 0, BatchID 0010, Loss \\S+, Acc \\S+"));
            Matcher tested = Pattern.compile("Test with Pass 0, Loss (\\d\\.\\d{4}), Acc (\\d\\.\\d{4})")
                    .matcher(job.get(2).line("Test with Pass 0"));
            assertTrue(tested.matches());
            // Who has learned nothing has 2.3026 and 0.1.
            assertTrue(Double.parseDouble(tested.group(1)) < 2, tested::group);
            assertTrue(Double.parseDouble(tested.group(2)) > 0.4, tested::group);
        }
    }

    @Test
    void theVariablesOfDocument003StartServersOnTheirHosts() throws Exception {
        Map<String, String> shared = Map.of(
                "PADDLE_PSERVER_IPS", "127.0.0.1,127.0.0.2",
                "PADDLE_PSERVER_PORT", Integer.toString(TrainingProcesses.freePort()),
                "PADDLE_TRAINERS", "2");
        List<Map<String, String>> roles = List.of(
                Map.of("PADDLE_TRAINING_ROLE", "PSERVER", "PADDLE_CURRENT_IP", "127.0.0.1"),
                Map.of("PADDLE_TRAINING_ROLE", "PSERVER", "PADDLE_CURRENT_IP", "127.0.0.2"),
                Map.of("PADDLE_TRAINING_ROLE", "TRAINER", "PADDLE_TRAINER_ID", "0"),
                Map.of("PADDLE_TRAINING_ROLE", "TRAINER", "PADDLE_TRAINER_ID", "1"));
        endsWell(shared, roles);
    }

    /** Both trainers by the same command; the server numbers them. */
    @Test
    void theVariablesOfDocument002StartTwoTrainersAlike() throws Exception {
        String endpoint = endpoints(1).getFirst();
        endsWell(
                Map.of("PSERVERS", endpoint, "SERVER_ENDPOINT", endpoint),
                List.of(
                        Map.of("TRAINING_ROLE", "PSERVER"),
                        Map.of("TRAINING_ROLE", "TRAINER"),
                        Map.of("TRAINING_ROLE", "TRAINER")));
    }

    @Test
    void aScriptThatThrowsOnOneTrainerIsNamedByAll() throws Exception {
        Path script = script("if (trainer_id() == 1 && steps == 2) throw new IllegalStateException('boom')");
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            List<Running> job = job(processes, script, endpoints(2), List.of(), List.of());
            assertEquals(1, job.get(3).exit(), job.get(3).output());
            for (Running other : job.subList(0, 3)) {
                assertEquals(ExitCode.ABORTED, other.exit(), other.output());
                assertTrue(other.output().contains("trainer 1 failed: "), other.output());
                assertTrue(other.output().contains("endless.groovy:14: "), other.output());
                assertTrue(other.output().contains("boom"), other.output());
            }
        }
    }

    /** Its servers would never hear of it, and the job would end well with a model of nobody's gradients. */
    @Test
    void whatTheServersWouldLearnNothingOfIsNotTrained() throws Exception {
        // Each waits for the other: the first to fail ends the server, for which a late one would wait.
        Path script = script("""
                    new File("%1$s/ready${trainer_id()}").createNewFile()
                    while (!new File("%1$s/ready${1 - trainer_id()}").exists()) { sleep(10) }
                """.formatted(folder));
        Files.writeString(
                script, Files.readString(script).replace("t.get_trainer_program()", "default_main_program()"));
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            List<Running> job = job(processes, script, endpoints(1), List.of(), List.of());
            for (Running process : job) {
                assertTrue(Set.of(ExitCode.USAGE, ExitCode.ABORTED).contains(process.exit()), process.output());
                assertTrue(process.output().contains(": this would train by itself, and neither"), process.output());
            }
        }
    }

    @Test
    void aTrainerThatIsKilledIsNamedByAll() throws Exception {
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            List<Running> job = job(processes, script(""), endpoints(1), List.of(), List.of());
            job.get(2).awaitOutput("step 3");
            job.get(2).process().destroyForcibly();
            for (Running other : job.subList(0, 2)) {
                assertEquals(ExitCode.ABORTED, other.exit(), other.output());
                assertTrue(other.output().contains("trainer 1 of 2 (127.0.0.1) was lost at step "), other.output());
            }
        }
    }

    /** Before the supervisor's SIGKILL, which comes after 3 s by itself; it has no step to lose. */
    @Test
    void aTrainerThatWaitsForItsServersEndsAtOnceOnSigterm() throws Exception {
        List<String> endpoints = endpoints(1);
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            Running trainer = processes.start(
                    "trainer0",
                    Map.of("JFAB_JOB_TOKEN", "of this job"),
                    script(""),
                    List.of("trainer", endpoints.getFirst(), endpoints.getFirst(), "0", "2"));
            trainer.awaitOutput("waiting for parameter server");
            trainer.process().destroy();
            assertTrue(trainer.process().waitFor(Duration.ofMillis(4500)), trainer.output());
            assertEquals(ENDED_BY_TERM, trainer.exit(), trainer.output());
        }
    }

    /** Those of a job whose other trainer has failed would else all be killed. */
    @Test
    void aTrainerThatWaitsForAnotherInAStepEndsWithinItsGrace() throws Exception {
        List<String> endpoints = endpoints(1);
        Path script = script("if (trainer_id() == 1 && steps == 3) sleep(600_000)");
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            List<Running> job = job(processes, script, endpoints, List.of(), List.of());
            job.get(1).awaitOutput("step 2");
            job.get(1).process().destroy();
            assertTrue(
                    job.get(1).process().waitFor(Duration.ofMillis(4500)),
                    job.get(1).output());
            assertEquals(ENDED_BY_TERM, job.get(1).exit(), job.get(1).output());
            Path metrics = script.resolveSibling("metrics/trainer-0/metrics.jsonl");
            assertEquals(3, Files.readAllLines(metrics).size(), job.get(1).output());
        }
    }

    @Test
    void aServerEndsOnSigtermAndItsPortIsFree() throws Exception {
        List<String> endpoints = endpoints(1);
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            List<Running> job = job(processes, script(""), endpoints, List.of(), List.of());
            job.get(2).awaitOutput("step 3");
            job.get(0).process().destroy();
            assertEquals(ENDED_BY_TERM, job.get(0).exit(), job.get(0).output());
            for (Running trainer : job.subList(1, 3)) {
                assertEquals(ExitCode.ABORTED, trainer.exit(), trainer.output());
                assertTrue(
                        trainer.output().contains("parameter server " + endpoints.getFirst() + " was stopped"),
                        trainer.output());
            }
            listen(endpoints.getFirst()).close();
        }
    }

    @Test
    void aBusyPortIsOneLineAndExitCode1() throws Exception {
        String endpoint = endpoints(1).getFirst();
        try (var _ = listen(endpoint);
                TrainingProcesses processes = new TrainingProcesses(folder)) {
            Running server = processes.start(
                    "server",
                    Map.of("JFAB_JOB_TOKEN", "of this job"),
                    script(""),
                    List.of("pserver", endpoint, endpoint, "0", "1"));
            assertEquals(1, server.exit(), server.output());
            assertEquals(
                    "cannot listen on " + endpoint + ": another process listens there; end it or choose another port\n",
                    server.output());
        }
    }

    private void endsWell(Map<String, String> shared, List<Map<String, String>> roles) throws Exception {
        Path data = HousingFile.write(folder, 52);
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            List<Running> job = new ArrayList<>();
            for (Map<String, String> role : roles) {
                Map<String, String> environment = new HashMap<>(shared);
                environment.putAll(role);
                job.add(processes.start(
                        "process" + job.size(), environment, FIT_A_LINE, List.of("--data", data.toString())));
            }
            int servers = 0;
            for (Running running : job) {
                assertEquals(0, running.exit(), running.output());
                servers += running.output().contains("Server listening on 127.0.0.") ? 1 : 0;
            }
            assertEquals(roles.size() - 2, servers);
        }
    }

    /** Servers first, then two trainers, by document 004's arguments. */
    private static List<Running> job(
            TrainingProcesses processes, Path script, List<String> endpoints, List<String> flags, List<String> more) {
        List<Running> job = new ArrayList<>();
        for (int i = 0; i < endpoints.size() + 2; i++) {
            boolean server = i < endpoints.size();
            int id = server ? i : i - endpoints.size();
            String role = server ? "pserver" : "trainer";
            List<String> arguments = new ArrayList<>(List.of(
                    role,
                    String.join(",", endpoints),
                    endpoints.get(id % endpoints.size()),
                    Integer.toString(id),
                    "2"));
            arguments.addAll(flags);
            arguments.addAll(more);
            job.add(processes.start(
                    role + id,
                    Map.of(
                            "JFAB_JOB_TOKEN", "of this job",
                            "JFAB_GRACE", "3",
                            "JFAB_METRICS_DIR", script.resolveSibling("metrics").toString()),
                    script,
                    arguments));
        }
        return job;
    }

    /** Trains for ever on the same samples; {@code inStep} is done in each step. */
    private Path script(String inStep) throws IOException {
        return Files.writeString(
                folder.resolve("endless.groovy"),
                ("""
                def file = flag('data', '%s')
                """ + FitALine.PROGRAM + """
                def samples = batch(uci_housing_train(file), 20).iterator().next()
                for (int steps = 0; ; steps++) {
                    %s
                    exe.run(t.get_trainer_program(), feed: feeder.feed(samples), fetch_list: [cost])
                    println "step ${steps}"
                }
                """).formatted(HousingFile.write(folder, 52), inStep));
    }

    private static double testLoss(Running running) throws IOException {
        return Double.parseDouble(running.line("Test loss: [").replaceAll("Test loss: \\[|]", ""));
    }

    private static List<String> endpoints(int count) throws IOException {
        List<String> endpoints = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            endpoints.add("127.0.0." + i + ":" + TrainingProcesses.freePort());
        }
        return endpoints;
    }

    private static ServerSocket listen(String endpoint) throws IOException {
        int colon = endpoint.indexOf(':');
        return new ServerSocket(
                Integer.parseInt(endpoint.substring(colon + 1)), 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1
                }));
    }
}
