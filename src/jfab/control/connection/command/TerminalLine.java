package jfab.control.connection.command;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A line that the user types on the terminal; Ctrl-C ends the waiting for it, which Java's own cannot. */
public final class TerminalLine {
    private static final boolean LINUX = "Linux".equals(System.getProperty("os.name"));
    private static final ReentrantLock ASKING = new ReentrantLock();
    private static volatile Consumer<Optional<String>> screen = question -> {};

    private TerminalLine() {}

    /** Has {@code shown} know which question stands on the terminal and is not answered yet; empty when it is. */
    public static void tell(Consumer<Optional<String>> shown) {
        screen = shown;
    }

    /** Whether there is a terminal. Which of null and a console that is none stands for that differs between JDKs. */
    public static boolean possible() {
        return LINUX ? isTerminal(0) && isTerminal(1) : console().isPresent();
    }

    /** Whether this descriptor is one, now: the JVM tells it of input and output together, and of those that it has begun with. */
    public static boolean isTerminal(int descriptor) {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                    .toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException e) {
            return console().isPresent();
        }
    }

    /**
     * Asks {@code question}, after those that others have asked are answered; only what is typed from then on is an answer, on Linux.
     *
     * @param echo whether what is typed is shown
     * @return null where there is no terminal, its end has come, or the asking thread is interrupted
     */
    public static @Nullable String ask(String question, boolean echo) {
        if (!possible() || Thread.currentThread().isInterrupted()) {
            return null;
        }
        try {
            ASKING.lockInterruptibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
        try {
            screen.accept(Optional.of(question));
            return waited(() ->
                    LINUX ? Keyboard.ask(question, echo) : byJava(console().orElseThrow(), question, echo));
        } finally {
            screen.accept(Optional.empty());
            ASKING.unlock();
        }
    }

    /** What {@code reading} gives; null when this thread is interrupted, which that then does not notice. */
    static @Nullable String waited(Callable<@Nullable String> reading) {
        FutureTask<@Nullable String> line = new FutureTask<>(reading);
        // It may stay behind, and shall not keep the process.
        Thread.ofPlatform().daemon().name("answer").start(line);
        try {
            return line.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } catch (ExecutionException e) {
            throw new IllegalStateException("standard input cannot be read: " + e.getCause(), e);
        }
    }

    private static @Nullable String byJava(Console console, String question, boolean echo) {
        if (echo) {
            return console.readLine("%s ", question);
        }
        char[] typed = console.readPassword("%s ", question);
        return typed == null ? null : new String(typed);
    }

    private static Optional<Console> console() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal);
    }
}
