package jfab.control.warm;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

/**
 * Programs on this machine, started by the caller in place of this process: so they have the caller's terminal, and are ended by its
 * Ctrl-C, as {@code local 'sudo ...'} expects.
 */
final class CallerPrograms {
    private static final long SECONDS = 10;
    /** The exit code of one that nobody can tell of any more. */
    private static final int LOST = 255;

    /** Sends what is to be started, with its three streams. */
    interface Line {
        void send(byte[] program, int[] streams) throws IOException;
    }

    /** What the caller has answered: a process and how it will end, or why there is none. */
    private record Answer(long pid, CompletableFuture<Integer> code, String refusal) {}

    /** E2BIG. */
    private static final int TOO_LONG = 7;
    /** What the caller takes, and more than the system does. */
    private static final int MOST_BYTES = 8 << 20;

    private final Line line;
    private final Map<Long, CompletableFuture<Integer>> running = new ConcurrentHashMap<>();
    private final SynchronousQueue<Answer> answers = new SynchronousQueue<>();
    private boolean late;

    CallerPrograms(Line line) {
        this.line = line;
    }

    /** As {@link ProcessBuilder#start} does. */
    synchronized Process start(ProcessBuilder program) throws IOException {
        // An answer that comes too late would be taken for that of the next program.
        if (late) {
            throw new IOException("the caller of this command has gone");
        }
        byte[] text = text(program);
        if (text.length >= MOST_BYTES) {
            throw new IOException(refusal(TOO_LONG));
        }
        try (ProgramStreams streams = new ProgramStreams(program)) {
            line.send(text, streams.theirs());
            Answer answer = answers.poll(SECONDS, TimeUnit.SECONDS);
            late = answer == null;
            if (answer == null) {
                throw new IOException("the caller of this command has gone");
            }
            if (!answer.refusal().isEmpty()) {
                File folder = program.directory();
                throw new IOException("Cannot run program \""
                        + program.command().getFirst() + "\""
                        + (folder == null ? "" : " (in directory \"" + folder + "\")") + ": " + answer.refusal());
            }
            return new CallerProgram(answer.pid(), answer.code(), streams);
        } catch (InterruptedException e) {
            late = true;
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static byte[] text(ProcessBuilder program) {
        File folder = program.directory();
        List<String> texts = new ArrayList<>();
        texts.add(folder == null ? "." : folder.getPath());
        texts.add(String.valueOf(program.command().size()));
        texts.addAll(program.command());
        program.environment().forEach((name, value) -> texts.add(name + "=" + value));
        return (String.join("\0", texts) + "\0").getBytes(StandardCharsets.UTF_8);
    }

    /** The caller has started the one that was asked for. */
    void started(long pid) throws IOException {
        CompletableFuture<Integer> code = new CompletableFuture<>();
        running.put(pid, code);
        answered(new Answer(pid, code, ""));
    }

    /** The caller could not start it: {@code number} is the system's reason, told as Java tells it. */
    void refused(int number) throws IOException {
        answered(new Answer(0, new CompletableFuture<>(), refusal(number)));
    }

    private static String refusal(int number) {
        String meaning = Map.of(
                        2, "No such file or directory", TOO_LONG, "Argument list too long", 13, "Permission denied")
                .getOrDefault(number, "it cannot be started");
        return "Exec failed, error: " + number + " (" + meaning + ")";
    }

    private void answered(Answer answer) throws IOException {
        try {
            if (!answers.offer(answer, SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("nobody has asked for a program");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    void ended(long pid, int code) {
        CompletableFuture<Integer> program = running.remove(pid);
        if (program != null) {
            program.complete(code);
        }
    }

    /** Who could tell of them has gone. */
    void gone() {
        running.values().forEach(code -> code.complete(LOST));
    }
}
