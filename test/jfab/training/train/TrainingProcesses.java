package jfab.training.train;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The processes of a job on this machine, started as the launcher starts them; closing kills what still runs. */
public final class TrainingProcesses implements AutoCloseable {
    private static final long DEADLINE_SECONDS = 180;

    /** One process with what it prints, both streams together. */
    record Running(String name, Process process, Path log) {
        /** Waits for the end and gives the exit code. */
        int exit() throws InterruptedException, IOException {
            if (!process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError(
                        name + " still runs after " + DEADLINE_SECONDS + " s and has printed:\n" + output());
            }
            return process.exitValue();
        }

        /** Sends a signal such as KILL, and waits until it is sent. */
        void signal(String signal) throws InterruptedException, IOException {
            String pid = Long.toString(process.pid());
            int sent = new ProcessBuilder("kill", "-" + signal, pid).start().waitFor();
            if (sent != 0) {
                throw new AssertionError(name + " cannot be sent " + signal + "; it has printed:\n" + output());
            }
        }

        String output() throws IOException {
            return Files.readString(log);
        }

        /** Waits until the process has printed {@code text}. */
        void awaitOutput(String text) throws InterruptedException, IOException {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
            while (!output().contains(text)) {
                if (System.nanoTime() > deadline || process.waitFor(50, TimeUnit.MILLISECONDS)) {
                    throw new AssertionError(name + " did not print '" + text + "' but:\n" + output());
                }
            }
        }

        /** The last line that begins so. */
        String line(String start) throws IOException {
            return output().lines()
                    .filter(line -> line.startsWith(start))
                    .reduce((_, last) -> last)
                    .orElseThrow(() -> new AssertionError(name + " printed no '" + start + "'"));
        }
    }

    private final Path folder;
    private final List<Running> all = new ArrayList<>();

    /**
     * @param folder where they run, made if need be
     */
    TrainingProcesses(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
    }

    Running start(String name, Map<String, String> environment, Path script, List<String> arguments) {
        List<String> words = new ArrayList<>(List.of(script.toAbsolutePath().toString()));
        words.addAll(arguments);
        return start(name, environment, words);
    }

    Running start(String name, Map<String, String> environment, List<String> arguments) {
        List<String> command = engine();
        command.addAll(arguments);
        Path log = folder.resolve(name + ".log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("OMP_NUM_THREADS", "1");
        builder.environment().putAll(environment);
        try {
            Running running = new Running(name, builder.start(), log);
            all.add(running);
            return running;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What starts a training process: the engine as it is sent to hosts, or the classes where none is built. */
    public static List<String> engine() {
        String built = System.getProperty("jfab.engine");
        return new ArrayList<>(
                built != null
                        ? List.of(built)
                        : List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "--sun-misc-unsafe-memory-access=allow",
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "jfab.training.train.TrainMain"));
    }

    /** A port that is free on every loopback address. */
    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[4]))) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        for (Running running : all) {
            running.process().destroyForcibly().onExit().join();
        }
    }
}
