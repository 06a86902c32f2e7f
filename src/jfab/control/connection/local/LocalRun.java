package jfab.control.connection.local;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import jfab.control.connection.command.AtShutdown;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.CommandException;
import jfab.control.connection.command.CommandException.Reason;
import jfab.control.connection.command.OutputListener;
import jfab.control.connection.command.OutputListener.Stream;
import jfab.control.connection.command.Result;
import jfab.control.connection.host.Host;
import jfab.control.connection.host.LocalProgram;
import org.jspecify.annotations.Nullable;

/** One run of a command on this machine, shown and captured as one on a host; its processes are ended with it. */
public record LocalRun(Host host, Command command, OutputListener listener) {
    private static final Duration GRACE = Duration.ofSeconds(2);
    private static final Duration OWN_STOP = Duration.ofMillis(200);
    /** The exit code of what SIGINT has ended. */
    private static final int INTERRUPTED = 130;

    private static final int CHUNK = 64 * 1024;

    /** Runs the command in {@code folder}, by this machine's shell. */
    public Result run(Path folder) {
        return run(builder(folder));
    }

    /** Runs what {@code program} says as if it were the command. */
    public Result run(ProcessBuilder program) {
        CompletableFuture<Process> started = new CompletableFuture<>();
        // Before it starts: one that starts while this process is told to end would be left behind.
        try (CommandOutput output = new CommandOutput(host, command, listener);
                AtShutdown _ = AtShutdown.call(() -> stop(started), host)) {
            Process process = start(program, output);
            started.complete(process);
            return run(process, output);
        } finally {
            started.cancel(false);
        }
    }

    private static void stop(CompletableFuture<Process> started) {
        started.thenAccept(process -> stop(process, ""))
                .exceptionally(none -> null)
                .join();
    }

    private Result run(Process process, CommandOutput output) {
        Thread out = reader(process.getInputStream(), Stream.OUT, output);
        Thread err = reader(process.getErrorStream(), Stream.ERR, output);
        Thread.ofVirtual().start(() -> feed(process));
        String stopped = await(process, List.of(out, err));
        synchronized (output) {
            output.end();
        }
        int code = process.isAlive() ? 137 : process.exitValue();
        return output.result(
                code, null, Thread.currentThread().isInterrupted() ? Reason.INTERRUPTED : Reason.TIME_LIMIT, stopped);
    }

    private ProcessBuilder builder(Path folder) {
        String shell = command.manner().shell();
        List<String> argv = switch (shell) {
            case "" -> List.of("/bin/sh", "-c", command.line());
            case "login" -> List.of(System.getenv().getOrDefault("SHELL", "/bin/sh"), "-lc", command.line());
            default -> List.of(shell, "-c", command.line());
        };
        ProcessBuilder builder =
                new ProcessBuilder(argv).directory(folder.toAbsolutePath().toFile());
        for (Map.Entry<String, @Nullable String> variable :
                command.around().environment().entrySet()) {
            String value = variable.getValue();
            if (value == null) {
                builder.environment().remove(variable.getKey());
            } else {
                builder.environment().put(variable.getKey(), value);
            }
        }
        command.around()
                .secrets()
                .values()
                .forEach((name, value) -> builder.environment().put(name, value.toString()));
        return builder;
    }

    private Process start(ProcessBuilder builder, CommandOutput output) {
        try {
            return LocalProgram.start(builder);
        } catch (IOException e) {
            return failed(output, e);
        }
    }

    private Process failed(CommandOutput output, IOException e) {
        output.result(127, null, Reason.EXIT_CODE, "could not be started here: " + e.getMessage());
        throw new IllegalStateException(e);
    }

    private Thread reader(InputStream from, Stream stream, CommandOutput output) {
        return Thread.ofPlatform().daemon().name("local " + stream).start(() -> {
            byte[] buffer = new byte[64 * 1024];
            try (from) {
                for (int count = from.read(buffer); count >= 0; count = from.read(buffer)) {
                    synchronized (output) {
                        output.take(stream, java.util.Arrays.copyOf(buffer, count));
                    }
                }
            } catch (IOException | CommandException e) {
                // The process was ended, or what it writes to is full: its exit code tells.
            }
        });
    }

    private void feed(Process process) {
        try (OutputStream to = process.getOutputStream()) {
            if (command.streams().in() != null) {
                try (InputStream from = command.streams().in().open()) {
                    byte[] chunk = new byte[CHUNK];
                    for (int count = from.read(chunk); count >= 0; count = from.read(chunk)) {
                        to.write(chunk, 0, count);
                        // What somebody says to the command is there at once, not when a buffer is full.
                        to.flush();
                    }
                }
            }
        } catch (IOException e) {
            // It ended without reading all.
        }
    }

    /** Waits for the process and all of its output. Returns why it was ended, or null. */
    private @Nullable String await(Process process, List<Thread> readers) {
        Duration limit = command.timeout();
        long end = System.nanoTime() + (limit == null ? Long.MAX_VALUE / 2 : limit.toNanos());
        try {
            boolean ended = process.waitFor(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            for (Thread reader : readers) {
                ended = ended && reader.join(Duration.ofNanos(Math.max(1, end - System.nanoTime())));
            }
            if (ended && process.exitValue() == INTERRUPTED) {
                // A terminal's Ctrl-C goes to both, and may have reached the command first.
                Thread.sleep(OWN_STOP);
            }
            return ended || limit == null
                    ? null
                    : stop(process, "took longer than " + limit.toMillis() / 1000.0 + " s here");
        } catch (InterruptedException e) {
            String why = stop(process, "was interrupted");
            Thread.currentThread().interrupt();
            return why;
        }
    }

    private static String stop(Process process, String why) {
        // The shell first: it would go on with its next line when what it waits for is gone.
        List<ProcessHandle> all = LocalProgram.family(process).toList();
        all.forEach(ProcessHandle::destroy);
        try {
            if (!process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
                all.forEach(ProcessHandle::destroyForcibly);
                process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException again) {
            all.forEach(ProcessHandle::destroyForcibly);
            Thread.currentThread().interrupt();
        }
        all.stream().filter(ProcessHandle::isAlive).forEach(ProcessHandle::destroyForcibly);
        return why + " and was stopped";
    }
}
