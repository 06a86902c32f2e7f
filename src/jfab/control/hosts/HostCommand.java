package jfab.control.hosts;

import groovy.json.JsonException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import jfab.Json;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.Host;
import jfab.control.connection.host.HostSet;
import jfab.control.connection.host.LocalProgram;
import org.jspecify.annotations.Nullable;

/**
 * A program on this machine that prints hosts: words that may hold ranges, or a JSON array of them.
 *
 * <p>It runs at most once, with an empty standard input and no shell around it.
 */
public final class HostCommand {
    private final List<String> argv;
    private final Path folder;
    private final Duration limit;
    private @Nullable List<Host> printed;

    /** The program {@code argv}, run in {@code folder} and killed after {@code limit}. */
    public HostCommand(List<String> argv, Path folder, Duration limit) {
        this.argv = List.copyOf(argv);
        this.folder = folder;
        this.limit = limit;
        if (argv.isEmpty() || limit.isNegative() || limit.isZero()) {
            throw new ConnectionException("fromCommand takes a program with its arguments, and a time limit above 0");
        }
    }

    /**
     * The hosts that it prints.
     *
     * @throws ConnectionException when it fails, takes too long, or prints something else
     */
    synchronized List<Host> hosts() {
        List<Host> known = printed;
        if (known == null) {
            known = names(run()).stream()
                    .flatMap(name -> host(name).stream())
                    .distinct()
                    .toList();
            printed = known;
        }
        return known;
    }

    private List<Host> host(String name) {
        try {
            return HostSet.parse(name).hosts();
        } catch (ConnectionException e) {
            throw failed("printed something that is no host: " + e.getMessage());
        }
    }

    private List<String> names(String text) {
        Object json = text.startsWith("[") || text.startsWith("{") ? json(text) : null;
        return switch (json) {
            case null ->
                Arrays.stream(text.split("\\s+"))
                        .filter(word -> !word.isEmpty())
                        .toList();
            case List<?> values
            when values.stream().allMatch(String.class::isInstance) ->
                values.stream().map(String::valueOf).toList();
            default -> throw failed("printed JSON that is no array of texts");
        };
    }

    /** What {@code text} is as JSON; null where it is none, as {@code [::1]:22} is not. */
    private static @Nullable Object json(String text) {
        try {
            return Json.parse(text);
        } catch (JsonException e) {
            return null;
        }
    }

    private String run() {
        Process process;
        try {
            process = LocalProgram.start(new ProcessBuilder(argv).directory(folder.toFile()));
            process.getOutputStream().close();
        } catch (IOException e) {
            throw failed("cannot be run: is there such a program?");
        }
        CompletableFuture<String> out = text(process.getInputStream());
        CompletableFuture<String> err = text(process.getErrorStream());
        try {
            // Both streams end only with the last process that holds them.
            String printed = out.thenCombine(err, (text, ignored) -> text).get(limit.toNanos(), TimeUnit.NANOSECONDS);
            if (!process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS)) {
                throw failed("closed its output and goes on after " + limit.toSeconds() + " s");
            }
            if (process.exitValue() == 0) {
                return printed.strip();
            }
            throw failed("exited with " + process.exitValue() + said(err.join()));
        } catch (java.util.concurrent.TimeoutException e) {
            throw failed("took longer than " + limit.toSeconds() + " s" + said(err.getNow("")));
        } catch (java.util.concurrent.ExecutionException e) {
            throw failed("cannot be read: " + e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed("was interrupted");
        } finally {
            LocalProgram.family(process).forEach(ProcessHandle::destroyForcibly);
        }
    }

    private static CompletableFuture<String> text(InputStream stream) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try (stream) {
                        return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                Thread::startVirtualThread);
    }

    private static String said(String err) {
        List<String> lines = err.strip().lines().toList();
        return lines.isEmpty() ? "" : ": " + lines.getLast();
    }

    private ConnectionException failed(String problem) {
        return new ConnectionException("the hosts' command '" + String.join(" ", argv) + "' " + problem);
    }
}
