package jfab.control.connection.command;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import jfab.control.connection.host.Host;
import org.jspecify.annotations.Nullable;

/**
 * What a command did.
 *
 * @param exitStatus the exit code; 128 + signal number where a signal ended it
 * @param signal name of that signal without SIG, as in {@code KILL}; null for a normal exit
 * @param out standard output, decoded as UTF-8
 * @param err standard error, decoded as UTF-8
 * @param took from sending the command to its exit
 * @param omitted bytes at the beginning of the output that are not kept because there were too many; 0 where all is there
 */
public record Result(
        Host host,
        Command command,
        int exitStatus,
        @Nullable String signal,
        String out,
        String err,
        Duration took,
        long omitted) {
    /** A result whose output is whole. */
    public Result(
            Host host,
            Command command,
            int exitStatus,
            @Nullable String signal,
            String out,
            String err,
            Duration took) {
        this(host, command, exitStatus, signal, out, err, took, 0);
    }

    /** Whether the exit code is one that the command accepts; a signal is accepted by its own, as 137 for KILL. */
    public boolean accepted() {
        return command.accepted().isEmpty() || command.accepted().contains(exitStatus);
    }

    /** Whether the exit code is 0, as in Fabric: also of a command that may end with others. */
    public boolean ok() {
        return signal == null && exitStatus == 0;
    }

    public boolean failed() {
        return !ok();
    }

    /** Whether {@code out} or {@code err} is only the end of what the command printed. */
    public boolean truncated() {
        return omitted > 0;
    }

    /** The exit code, by the name that Fabric gives it. */
    public int exited() {
        return exitStatus;
    }

    /** The exit code, by another name that Fabric gives it. */
    public int returnCode() {
        return exitStatus;
    }

    /** Standard output, by the name that Fabric gives it. */
    public String stdout() {
        return out;
    }

    /** Standard error, by the name that Fabric gives it. */
    public String stderr() {
        return err;
    }

    /** {@code result.ok} in Groovy; what follows likewise, by Fabric's names. */
    public boolean isOk() {
        return ok();
    }

    public boolean isFailed() {
        return failed();
    }

    public boolean isTruncated() {
        return truncated();
    }

    public int getExited() {
        return exitStatus;
    }

    public int getReturnCode() {
        return exitStatus;
    }

    /** {@code result.return_code}, as Fabric writes it. */
    public int getReturn_code() {
        return exitStatus;
    }

    public String getStdout() {
        return out;
    }

    public String getStderr() {
        return err;
    }

    public List<String> getLines() {
        return lines();
    }

    /** {@code result.host} in Groovy: the name alone, as of a connection. */
    public String getHost() {
        return host.name();
    }

    /** The lines of standard output, in a list of the caller's own, which {@code sort()} in Groovy changes. */
    public List<String> lines() {
        return out.lines().collect(Collectors.toCollection(ArrayList::new));
    }

    /** The words of standard output; Groovy's own method of that name wants a closure. */
    public List<String> split() {
        String words = out.strip();
        return words.isEmpty() ? new ArrayList<>() : new ArrayList<>(List.of(words.split("\\s+")));
    }

    /** The last {@code count} lines of standard output. */
    public List<String> tail(int count) {
        List<String> lines = lines();
        return lines.subList(Math.max(0, lines.size() - count), lines.size());
    }

    /** The last ten lines of standard output. */
    public List<String> tail() {
        return tail(10);
    }

    /** What it is in a condition. */
    public boolean asBoolean() {
        return ok();
    }

    /** {@code 'text' in result}: whether standard output has it. */
    public boolean isCase(Object text) {
        return out.contains(text.toString());
    }

    /**
     * Standard output without the ends of its last lines, as a shell's {@code $(...)} gives it: what a result is within another text, as
     * in Fabric 1.
     */
    @Override
    public String toString() {
        int end = out.length();
        while (end > 0 && (out.charAt(end - 1) == '\n' || out.charAt(end - 1) == '\r')) {
            end--;
        }
        return out.substring(0, end);
    }
}
