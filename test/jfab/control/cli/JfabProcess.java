package jfab.control.cli;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** The command jfab as a process of its own, with its two streams read to the end. */
public final class JfabProcess implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    /** Where the tests run in the background, as under nohup, they ignore Ctrl-C, and so would what they start. */
    private static final List<String> SIGNALS = List.of("env", "--default-signal=INT,HUP");

    private final Process process;
    private final long start = System.nanoTime();
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CompletableFuture<Void> read;

    /** What a finished process left; its exit code is -1 where it had to be killed. */
    public record Ended(int exitCode, String out, String err, Duration took) {
        /** Lines of standard output, sorted: hosts answer in any order. */
        public List<String> sortedOut() {
            return out.lines().sorted().toList();
        }

        /** All of it, for the message of an assertion. */
        public String text() {
            return "exit code " + exitCode + " after " + took + "\n" + out + "\n" + err;
        }

        /** How often a pattern is found in it. */
        public long count(String pattern) {
            return Pattern.compile(pattern).matcher(text()).results().count();
        }
    }

    private JfabProcess(Process process) {
        this.process = process;
        this.read = CompletableFuture.allOf(
                CompletableFuture.runAsync(
                        () -> read(process.getInputStream(), out, lines::add), Thread::startVirtualThread),
                CompletableFuture.runAsync(
                        () -> read(process.getErrorStream(), err, line -> {}), Thread::startVirtualThread));
    }

    /**
     * Starts the launcher script, as a user does, in the folder of the tests and without an input; {@code within} turns its command
     * line into one that runs where the test wants it.
     */
    public static JfabProcess of(UnaryOperator<List<String>> within, List<String> arguments) throws IOException {
        List<String> jfab =
                new ArrayList<>(List.of(Path.of("jfab").toAbsolutePath().toString()));
        jfab.addAll(arguments);
        List<String> command = new ArrayList<>(SIGNALS);
        command.addAll(within.apply(jfab));
        return new JfabProcess(
                new ProcessBuilder(command).redirectInput(new File("/dev/null")).start());
    }

    /** Starts jfab in {@code folder}. */
    public static JfabProcess start(Path folder, List<String> jvm, List<String> arguments) throws IOException {
        return start(folder, jvm, Map.of(), arguments);
    }

    private static JfabProcess start(
            Path folder, List<String> jvm, Map<String, String> environment, List<String> arguments) throws IOException {
        return start(folder, List.of(), jvm, environment, arguments);
    }

    private static JfabProcess start(
            Path folder, List<String> within, List<String> jvm, Map<String, String> environment, List<String> arguments)
            throws IOException {
        List<String> command = new ArrayList<>(SIGNALS);
        command.add(ProcessHandle.current().info().command().orElseThrow());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-Duser.home=" + folder));
        command.addAll(jvm);
        command.addAll(program(jvm));
        if (jvm.isEmpty()) {
            command = WarmProcesses.within(folder, command, arguments.size());
        }
        command.addAll(SIGNALS.size(), within);
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().remove("SSH_AUTH_SOCK");
        // Its home is the folder: no settings from elsewhere. What all tests compile alike is compiled once.
        builder.environment()
                .keySet()
                .removeIf(name ->
                        !name.equals("XDG_CACHE_HOME") && (name.startsWith("XDG_") || name.startsWith("JFAB_")));
        builder.environment().putAll(WarmProcesses.wanted());
        builder.environment().putAll(environment);
        return new JfabProcess(builder.start());
    }

    /**
     * The program as it was packaged, started as its launcher does; or else its classes, also where options of Java show
     * that its insides are looked at: the launcher's cache loads classes that nobody asks for.
     */
    private static List<String> program(List<String> jvm) {
        String jar = System.getProperty("jfab.jar");
        if (jar == null || !jvm.isEmpty()) {
            return List.of("-cp", System.getProperty("java.class.path"), "jfab.control.Main");
        }
        File record = Path.of(jar).resolveSibling("jfab.aot").toFile();
        // After a quick build it is that of an older program, and what Java says of that is not what jfab prints.
        boolean fits = record.lastModified() >= new File(jar).lastModified();
        return List.of(
                "-XX:+UseSerialGC",
                fits ? "-XX:AOTCache=" + record : "-XX:AOTMode=off",
                "-Xlog:aot*=error",
                "-Xlog:cds*=error",
                "-Djava.library.path=" + Path.of(jar).resolveSibling("native"),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-jar",
                jar);
    }

    /** Runs jfab in {@code folder} to its end, with {@code environment} besides what it inherits. */
    public static Ended run(Path folder, Map<String, String> environment, String... arguments) throws Exception {
        try (JfabProcess jfab = start(folder, List.of(), environment, List.of(arguments))) {
            jfab.process.getOutputStream().close();
            return jfab.await();
        }
    }

    /** Runs jfab in {@code folder} to its end, with no standard output and no standard error. */
    public static Ended mute(Path folder, String... arguments) throws Exception {
        try (JfabProcess jfab = start(
                folder, List.of("sh", "-c", "exec \"$@\" >&- 2>&-", "sh"), List.of(), Map.of(), List.of(arguments))) {
            jfab.process.getOutputStream().close();
            return jfab.await();
        }
    }

    /** Runs jfab in {@code folder} to its end, with {@code input} as its standard input. */
    public static Ended run(Path folder, String input, List<String> arguments) throws Exception {
        return run(folder, input, arguments, Map.of());
    }

    /** As above, with {@code environment} besides what it inherits. */
    public static Ended run(Path folder, String input, List<String> arguments, Map<String, String> environment)
            throws Exception {
        try (JfabProcess jfab = start(folder, List.of(), environment, arguments)) {
            jfab.process.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
            jfab.process.getOutputStream().close();
            return jfab.await();
        }
    }

    /** The process, or the launcher before it has become it. */
    public long pid() {
        return process.pid();
    }

    /** Sends SIGINT, as Ctrl-C does. */
    public void interrupt() throws IOException, InterruptedException {
        signal("INT");
    }

    /** Sends the signal {@code name}: {@code TERM} as a supervisor does, {@code KILL} without a chance to say anything. */
    public void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-s", name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    /** Closes the pipe that it prints into, as {@code head} does. */
    void stopReading() throws IOException {
        process.getInputStream().close();
    }

    /** Waits for the end, which is to come within two minutes. */
    public Ended await() throws InterruptedException {
        if (!process.waitFor(LIMIT)) {
            throw new AssertionError("jfab still runs after " + LIMIT.toSeconds() + " s");
        }
        return end(LIMIT);
    }

    /** Waits for the end; a process that takes longer than {@code limit} is killed. */
    public Ended end(Duration limit) throws InterruptedException {
        boolean ended = process.waitFor(limit);
        if (!ended) {
            process.destroyForcibly().waitFor();
        }
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        read.orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS).join();
        return new Ended(ended ? process.exitValue() : -1, out.toString(), err.toString(), took);
    }

    /** Waits until standard output contains {@code text}. */
    public void awaitOutput(String text, Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (out.getBuffer().indexOf(text) < 0) {
            if (System.nanoTime() > deadline || process.waitFor(Duration.ofMillis(50))) {
                Ended ended = end(Duration.ZERO);
                if (!ended.out().contains(text)) {
                    throw new AssertionError("no '" + text + "' in: " + ended.text());
                }
            }
        }
    }

    /** The next line of standard output, waited for. */
    public String nextLine() throws InterruptedException {
        String line = lines.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
        if (line == null) {
            throw new AssertionError("jfab printed nothing in " + LIMIT.toSeconds() + " s");
        }
        return line;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** Reads {@code stream} to its end, as it is, into {@code text}; {@code seen} is told its lines as they come. */
    private static void read(InputStream stream, StringWriter text, Consumer<String> seen) {
        int line = 0;
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            for (int letter = reader.read(); letter >= 0; letter = reader.read()) {
                if (letter == '\n') {
                    seen.accept(text.getBuffer().substring(line));
                    line = text.getBuffer().length() + 1;
                }
                text.write(letter);
            }
        } catch (IOException e) {
            text.append(e.getMessage());
        }
    }
}
