package jfab.control.cli;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The command jfab as a process of its own, with its two streams read to the end. */
public final class JfabProcess implements AutoCloseable {
    private static final long LIMIT_SECONDS = 60;

    private final Process process;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final CompletableFuture<String> out;
    private final CompletableFuture<String> err;

    /** What a finished process left. */
    public record Ended(int exitCode, String out, String err) {
        /** Lines of standard output, sorted: hosts answer in any order. */
        public List<String> sortedOut() {
            return out.lines().sorted().toList();
        }
    }

    private JfabProcess(Process process) {
        this.process = process;
        this.out = CompletableFuture.supplyAsync(
                () -> read(process.getInputStream(), lines::add), Thread::startVirtualThread);
        this.err = CompletableFuture.supplyAsync(
                () -> read(process.getErrorStream(), line -> {}), Thread::startVirtualThread);
    }

    /** Starts jfab in {@code folder}. */
    public static JfabProcess start(Path folder, List<String> jvm, List<String> arguments) throws IOException {
        return start(folder, jvm, Map.of(), arguments);
    }

    private static JfabProcess start(
            Path folder, List<String> jvm, Map<String, String> environment, List<String> arguments) throws IOException {
        // Where the tests run in the background, as under nohup, they ignore Ctrl-C, and so would what they start.
        List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT,HUP"));
        command.add(ProcessHandle.current().info().command().orElseThrow());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-Duser.home=" + folder));
        command.addAll(jvm);
        command.addAll(program(jvm));
        if (jvm.isEmpty()) {
            command = WarmProcesses.within(folder, command, arguments.size());
        }
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

    /** Sends SIGINT, as Ctrl-C does. */
    public void interrupt() throws IOException, InterruptedException {
        signal("INT");
    }

    public void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-s", name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    /** Closes the pipe that it prints into, as {@code head} does. */
    void stopReading() throws IOException {
        process.getInputStream().close();
    }

    public Ended await() throws Exception {
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("jfab still runs after " + LIMIT_SECONDS + " s");
        }
        return new Ended(
                process.exitValue(),
                out.get(LIMIT_SECONDS, TimeUnit.SECONDS),
                err.get(LIMIT_SECONDS, TimeUnit.SECONDS));
    }

    /** The next line of standard output, waited for. */
    public String nextLine() throws InterruptedException {
        String line = lines.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
        if (line == null) {
            throw new AssertionError("jfab printed nothing in " + LIMIT_SECONDS + " s");
        }
        return line;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** All that {@code stream} has, as it is; {@code seen} is told its lines as they come. */
    private static String read(InputStream stream, Consumer<String> seen) {
        StringBuilder text = new StringBuilder();
        int line = 0;
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            for (int letter = reader.read(); letter >= 0; letter = reader.read()) {
                if (letter == '\n') {
                    seen.accept(text.substring(line));
                    line = text.length() + 1;
                }
                text.append((char) letter);
            }
        } catch (IOException e) {
            text.append(e.getMessage());
        }
        return text.toString();
    }
}
