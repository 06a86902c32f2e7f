package jfab.control.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Processes that wait for the commands of tests, where a test wants them to run there. They end with it. */
public final class WarmProcesses {
    private static final long SECONDS = 60;
    private static final long AGAIN = 10;

    /** Those of the test that runs; null where its commands start Java, as most tests' do. */
    private static volatile @Nullable WarmProcesses current;

    private final Path cache;

    private WarmProcesses() throws IOException {
        cache = Files.createTempDirectory("warm");
    }

    /** From now on, a process waits for each command before that is started. */
    public static WarmProcesses begin() throws IOException {
        WarmProcesses processes = new WarmProcesses();
        current = processes;
        return processes;
    }

    /** Where their sockets are. */
    public Path sockets() {
        return cache.resolve("jfab/warm");
    }

    /** What commands of this test have in their environment. */
    static Map<String, String> wanted() {
        WarmProcesses processes = current;
        // Also without a terminal, and in CI.
        return processes == null
                ? Map.of()
                : Map.of("JFAB_COLD", "false", "XDG_CACHE_HOME", processes.cache.toString());
    }

    /** {@code java}, which runs jfab in {@code folder}, or what hands its {@code arguments} to the process there. */
    static List<String> within(Path folder, List<String> java, int arguments) throws IOException {
        WarmProcesses processes = current;
        return processes == null ? java : processes.awaited(folder, java, arguments);
    }

    private List<String> awaited(Path folder, List<String> java, int arguments) throws IOException {
        Path socket = Path.of(output(folder, client(java, "--where")).strip());
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (!Files.exists(socket)) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("no process waits in " + folder + " after " + SECONDS + " s");
            }
            List<String> version = client(java, "1");
            version.add("--version");
            output(folder, version);
            // It may have come and gone, where the test ends processes.
            long again = System.nanoTime() + TimeUnit.SECONDS.toNanos(AGAIN);
            while (!Files.exists(socket) && System.nanoTime() < again) {
                pause();
            }
        }
        return client(java, String.valueOf(arguments));
    }

    /** Behind what sets the signals right: whoever looks for a process must be as it was. */
    private static List<String> client(List<String> java, String what) {
        List<String> line = new ArrayList<>(java);
        String client = Path.of(System.getProperty("jfab.jar"))
                .resolveSibling("native/jfab-warm")
                .toString();
        line.addAll(line.indexOf("--default-signal=INT,HUP") + 1, List.of(client, what));
        return line;
    }

    private String output(Path folder, List<String> line) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(line).directory(folder.toFile()).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(wanted());
        Process process = builder.start();
        process.getOutputStream().close();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static void pause() {
        try {
            Thread.sleep(10);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** What {@code jfab warm status} says of processes. */
    public String status(Path folder) throws Exception {
        return JfabProcess.run(folder, Map.of("JFAB_COLD", "true"), "warm", "status")
                .out()
                .lines()
                .filter(line -> line.startsWith("pid "))
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    }

    /** How many commands the processes have run. */
    public int served(Path folder) throws Exception {
        return status(folder)
                .lines()
                .mapToInt(line -> Integer.parseInt(line.replaceAll(".*, (\\d+) commands,.*", "$1")))
                .sum();
    }

    /** Ends them; from now on, commands start Java. */
    public void end() throws Exception {
        current = null;
        JfabProcess.run(cache, Map.of("XDG_CACHE_HOME", cache.toString()), "warm", "stop");
    }
}
