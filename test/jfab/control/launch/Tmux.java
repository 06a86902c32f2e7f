package jfab.control.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** A terminal that a test types into and looks at: a shell in a tmux of its own. */
final class Tmux implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Path socket;

    private Tmux(Path socket) {
        this.socket = socket;
    }

    /** A shell on a terminal of that size; {@code within} turns its command line into one that runs where the test wants it. */
    static Tmux open(Path socket, int columns, int rows, UnaryOperator<List<String>> within)
            throws IOException, InterruptedException {
        Tmux tmux = new Tmux(socket);
        tmux.run(within.apply(tmux.command(
                "-f", "/dev/null", "new-session", "-d", "-x", "" + columns, "-y", "" + rows, "env", "PS1=$ ", "sh")));
        return tmux;
    }

    /** Types keys by tmux's names for them; other words as they are. */
    void type(String... keys) throws IOException, InterruptedException {
        List<String> command = command("send-keys");
        command.addAll(List.of(keys));
        run(command);
    }

    void resize(int columns, int rows) throws IOException, InterruptedException {
        run(command("resize-window", "-x", "" + columns, "-y", "" + rows));
    }

    String screen() throws IOException, InterruptedException {
        return run(command("capture-pane", "-p"));
    }

    /** Waits until the screen shows {@code text}. */
    String await(String text) throws IOException, InterruptedException {
        return await(text, screen -> screen.contains(text));
    }

    /** Waits until {@code pattern} is found on the screen. */
    String awaitMatch(String pattern) throws IOException, InterruptedException {
        return await(pattern, screen -> matches(screen, pattern));
    }

    static boolean matches(String screen, String pattern) {
        return Pattern.compile(pattern, Pattern.DOTALL).matcher(screen).find();
    }

    /** Whether the cursor can be seen. */
    boolean cursor() throws IOException, InterruptedException {
        return run(command("display-message", "-p", "#{cursor_flag}")).strip().equals("1");
    }

    /** What the shell has started and waits for. */
    ProcessHandle running() throws IOException, InterruptedException {
        long shell = Long.parseLong(
                run(command("display-message", "-p", "#{pane_pid}")).strip());
        return ProcessHandle.of(shell).orElseThrow().children().findFirst().orElseThrow();
    }

    /** Waits until the screen is as wanted; {@code what} says how. */
    String await(String what, Predicate<String> wanted) throws IOException, InterruptedException {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (true) {
            String screen = screen();
            if (wanted.test(screen)) {
                return screen;
            }
            if (System.nanoTime() > end) {
                throw new IOException("no '" + what + "' on the screen:\n" + screen);
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            run(command("kill-server"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private List<String> command(String... words) {
        List<String> command = new ArrayList<>(List.of("tmux", "-u", "-S", socket.toString()));
        command.addAll(List.of(words));
        return command;
    }

    private String run(List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().remove("TMUX");
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(20, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroy();
            throw new IOException(command + ": " + said);
        }
        return said;
    }
}
