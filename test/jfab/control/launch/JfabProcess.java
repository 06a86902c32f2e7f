package jfab.control.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** The command {@code jfab} as its user runs it: the launcher script, in a process of its own. */
public final class JfabProcess {
    private final Process process;
    private final Path out;
    private final Path err;
    private final long start = System.nanoTime();

    /** What a run left. */
    public record Ended(int code, String out, String err, Duration took) {
        /** All of it, for the message of an assertion. */
        public String text() {
            return "exit code " + code + " after " + took + "\n" + out + "\n" + err;
        }

        /** How often a pattern is found in it. */
        public long count(String pattern) {
            return Pattern.compile(pattern).matcher(text()).results().count();
        }
    }

    private JfabProcess(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** Starts jfab; {@code within} turns its command line into one that runs where the test wants it. */
    public static JfabProcess of(UnaryOperator<List<String>> within, List<String> arguments) throws IOException {
        List<String> jfab =
                new ArrayList<>(List.of(Path.of("jfab").toAbsolutePath().toString()));
        jfab.addAll(arguments);
        // Where the tests run in the background, as under nohup, they ignore Ctrl-C, and so would what they start.
        List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT"));
        command.addAll(within.apply(jfab));
        Path out = Files.createTempFile("jfab", ".out");
        Path err = Files.createTempFile("jfab", ".err");
        Process process = new ProcessBuilder(command)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        return new JfabProcess(process, out, err);
    }

    /** Waits until standard output contains {@code text}. */
    public void awaitOutput(String text, Duration limit) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!Files.readString(out).contains(text)) {
            if (System.nanoTime() > deadline || process.waitFor(Duration.ofMillis(50))) {
                throw new IOException(
                        "no '" + text + "' in: " + end(Duration.ZERO).text());
            }
        }
    }

    /** The process, or the launcher before it has become it. */
    long pid() {
        return process.pid();
    }

    /** Sends SIGINT, as Ctrl-C does. */
    public void interrupt() throws IOException, InterruptedException {
        signal("INT");
    }

    /** Tells it to end, as a supervisor does. */
    void terminate() throws IOException, InterruptedException {
        signal("TERM");
    }

    /** Ends it without a chance to say anything, as {@code kill -9} does. */
    public void kill() throws IOException, InterruptedException {
        signal("KILL");
    }

    /** Stops it where it is: it does nothing more, and all of its connections stay. */
    void stop() throws IOException, InterruptedException {
        signal("STOP");
    }

    private void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-s", name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    /** Waits for the end; a process that takes longer than {@code limit} is killed. */
    public Ended end(Duration limit) throws IOException, InterruptedException {
        boolean ended = process.waitFor(limit);
        if (!ended) {
            process.destroyForcibly().waitFor();
        }
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        String said = Files.readString(out);
        String complained = Files.readString(err);
        Files.delete(out);
        Files.delete(err);
        return new Ended(ended ? process.exitValue() : -1, said, complained, took);
    }
}
