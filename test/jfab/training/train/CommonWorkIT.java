package jfab.training.train;

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
import java.util.Set;
import jfab.role.ExitCode;
import jfab.tools.Await;
import jfab.training.train.TrainingProcesses.Running;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two trainers, with a server or none, that would train something that nobody has asked for. */
class CommonWorkIT {
    private static final String RATE = "learning_rate: 0.1";

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"true, 'learning_rate: 0.1, regularization: L2Decay(0.1)'", "false, learning_rate: 0.5"})
    void otherStepsAreRefused(boolean server, String other) throws Exception {
        Path first = script("first.groovy", RATE, "train.csv", 4);
        Path second = script("second.groovy", other, "train.csv", 4);
        write("train.csv", "cat", "dog");
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            for (Running running : job(processes, server, first, second)) {
                assertTrue(Set.of(1, ExitCode.ABORTED).contains(running.exit()), running.output());
                assertTrue(
                        running.output()
                                .contains(" do not take the same steps: layers, loss, optimizer, learning rate,"),
                        running.output());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void tablesWithOtherClassesAreRefused(boolean server) throws Exception {
        Path first = script("first.groovy", RATE, "cats.csv", 4);
        Path second = script("second.groovy", RATE, "ants.csv", 4);
        write("cats.csv", "cat", "dog");
        write("ants.csv", "ant", "cat");
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            for (Running running : job(processes, server, first, second)) {
                assertTrue(Set.of(1, ExitCode.ABORTED).contains(running.exit()), running.output());
                assertTrue(running.output().contains("trainers 0"), running.output());
                assertTrue(running.output().contains(" do not read their tables alike: "), running.output());
            }
        }
    }

    /** The first reads a table more, and measures more. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatTheFirstOneSavesTooEarlyIsSaid(boolean server) throws Exception {
        write("train.csv", "cat", "dog");
        write("test.csv", "ant", "cat");
        Path first = script("first.groovy", RATE, "train.csv", 2);
        Files.writeString(
                first,
                "csv('test.csv', columns: [y: classes('kind')])\n"
                        + Files.readString(first)
                                .replace(
                                        "SGD",
                                        "def acc = accuracy(input: p, label: y)\ncsv('train.csv', columns: [y: 'x'])\nSGD"));
        Path second = script("second.groovy", RATE, "train.csv", 4);
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            List<Running> job = job(processes, server, first, second);
            StringBuilder all = new StringBuilder();
            for (Running running : job) {
                assertEquals(0, running.exit(), running.output());
                all.append(running.output());
            }
            assertTrue(all.toString().contains("trainer 0 is done after 2 steps while others go on: "), all.toString());
        }
    }

    @Test
    void whoTakesAsManyStepsIsToldNothing() throws Exception {
        write("train.csv", "cat", "dog");
        Path script = script("first.groovy", RATE, "train.csv", 3);
        for (boolean server : List.of(true, false)) {
            try (TrainingProcesses processes = new TrainingProcesses(folder)) {
                for (Running running : job(processes, server, script, script)) {
                    assertEquals(0, running.exit(), running.output());
                    assertFalse(running.output().contains("is done after"), running.output());
                    assertFalse(running.output().contains("feed the same rows"), running.output());
                }
            }
        }
    }

    /** As in documents 002 and 003, whose readers know nothing of {@code share}. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void thatAllFeedTheSameRowsTrainerZeroSaysOnce(boolean server) throws Exception {
        write("train.csv", "cat", "dog");
        Path shared = script("shared.groovy", RATE, "train.csv", 3);
        Path script = Files.writeString(
                folder.resolve("same.groovy"),
                Files.readString(shared).replace("share(batch(rows, 2))", "batch(rows, 2)"));
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            for (Running running : job(processes, server, script, script)) {
                assertEquals(0, running.exit(), running.output());
                long times = running.output()
                        .lines()
                        .filter(
                                ("trainer 0: all 2 trainers feed the same rows in their first step, and learn what one alone"
                                                + " does; share(batch(...)) gives each a part of each batch")::equals)
                        .count();
                assertEquals(running.name().equals("trainer0") ? 1 : 0, times, running.output());
            }
        }
    }

    private Path script(String name, String optimizer, String table, int steps) throws IOException {
        return Files.writeString(folder.resolve(name), """
                def rows = csv('%s', columns: [x: 'x', y: classes('kind')])
                def x = data(name: 'x', shape: [1], dtype: 'float32')
                def y = data(name: 'y', shape: [1], dtype: 'int64')
                def p = fc(input: x, size: 2, act: 'softmax')
                def cost = mean(cross_entropy(input: p, label: y))
                SGD(%s).minimize(cost)
                def t = DistributeTranspiler()
                t.transpile()
                def exe = Executor(CPUPlace())
                exe.run(t.get_startup_program())
                if (training_role() == 'pserver') {
                    exe.run(t.get_pserver_program())
                    return
                }
                def feeder = DataFeeder(feed_list: [x, y], place: CPUPlace())
                %d.times {
                    for (samples in share(batch(rows, 2))) {
                        exe.run(t.get_trainer_program(), feed: feeder.feed(samples), fetch_list: [cost])
                    }
                }
                """.formatted(table, optimizer, steps));
    }

    private void write(String name, String one, String other) throws IOException {
        Files.writeString(folder.resolve(name), "x,kind\n1," + one + "\n2," + other + "\n");
    }

    private static List<Running> job(TrainingProcesses processes, boolean server, Path first, Path second)
            throws Exception {
        Map<String, String> shared = new HashMap<>();
        int port = TrainingProcesses.freePort();
        shared.put("PADDLE_TRAINERS", "2");
        if (server) {
            shared.put("PADDLE_PSERVER_IPS", "127.0.0.1");
            shared.put("PADDLE_PSERVER_PORT", Integer.toString(port));
        } else {
            shared.put(
                    "PADDLE_TRAINER_ENDPOINTS",
                    "127.0.0.1:" + TrainingProcesses.freePort() + ",127.0.0.2:" + TrainingProcesses.freePort());
        }
        List<Running> job = new ArrayList<>();
        if (server) {
            job.add(processes.start(
                    "server",
                    with(shared, "PADDLE_TRAINING_ROLE", "PSERVER", "PADDLE_CURRENT_IP", "127.0.0.1"),
                    first,
                    List.of()));
        }
        List<Path> scripts = List.of(first, second);
        for (int rank = 0; rank < scripts.size(); rank++) {
            if (server && rank == 1) {
                // A server that refuses this one does not wait for the first to come.
                Await.until("trainer 0 has come", () -> isConnected(port));
            }
            job.add(processes.start(
                    "trainer" + rank,
                    with(shared, "PADDLE_TRAINING_ROLE", "TRAINER", "PADDLE_TRAINER_ID", Integer.toString(rank)),
                    scripts.get(rank),
                    List.of()));
        }
        return job;
    }

    /** Whether somebody has a connection to {@code port} of this machine. */
    private static boolean isConnected(int port) throws IOException {
        String established = ":%04X 01 ".formatted(port);
        return Files.readString(Path.of("/proc/net/tcp")).contains(established)
                || Files.readString(Path.of("/proc/net/tcp6")).contains(established);
    }

    private static Map<String, String> with(
            Map<String, String> shared, String role, String value, String key, String more) {
        Map<String, String> environment = new HashMap<>(shared);
        environment.put(role, value);
        environment.put(key, more);
        return environment;
    }
}
