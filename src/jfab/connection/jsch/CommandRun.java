package jfab.connection.jsch;

import com.jcraft.jsch.JSchException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import jfab.connection.Command;
import jfab.connection.CommandException;
import jfab.connection.ConnectionException;
import jfab.connection.ConnectionException.Reason;
import jfab.connection.Host;
import jfab.connection.OutputListener;
import jfab.connection.OutputListener.Stream;
import jfab.connection.Result;
import jfab.connection.Secret;
import org.jspecify.annotations.Nullable;

/** One run of a command: shows and captures what it prints, and ends it on the host when its time is up or it is interrupted. */
final class CommandRun {
    /** How long a stopped command may take to close its channel, and a started one to tell its process id. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final Channels channels;
    private final Host host;
    private final Command command;
    private final Capture out = new Capture(Capture.LIMIT);
    private final Capture err = new Capture(Capture.LIMIT);
    private final ProcessMark mark = new ProcessMark();
    private final Lines outLines;
    private final Lines errLines;
    private final long start = System.nanoTime();
    private @Nullable Exception broken;
    private boolean interrupted;

    CommandRun(Channels channels, Host host, Command command, OutputListener listener) {
        this.channels = channels;
        this.host = host;
        this.command = command;
        outLines = new Lines(command.hidden() ? lines -> {} : lines -> listener.lines(host, Stream.OUT, lines));
        errLines = new Lines(command.hidden() ? lines -> {} : lines -> listener.lines(host, Stream.ERR, lines));
    }

    Result run(@Nullable InputStream in, @Nullable OutputStream to) {
        Receiver receiver = to == null ? null : new Receiver(to);
        try (Exec exec = new Exec(channels, mark.before(command.line()), in, receiver)) {
            String stopped = follow(exec);
            outLines.end();
            take(Stream.ERR, mark.rest());
            errLines.end();
            IOException unwritten = receiver == null ? null : receiver.failure();
            if (unwritten != null) {
                throw lost("its output could not be written: " + unwritten.getMessage(), unwritten);
            }
            return checked(exec, stopped);
        } catch (JSchException e) {
            throw lost("it could not be started: " + e.getMessage(), e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Takes events until the command ends. Returns why it was stopped, or null. */
    private @Nullable String follow(Exec exec) {
        try {
            Duration limit = command.timeout();
            if (drain(exec, limit) || limit == null) {
                return null;
            }
            return stop(exec, "took longer than " + limit.toMillis() / 1000.0 + " s");
        } catch (InterruptedException e) {
            // Set again when the channel is closed: an interrupted virtual thread that writes to a socket closes it.
            interrupted = true;
            return stop(exec, "was interrupted");
        }
    }

    private String stop(Exec exec, String why) {
        try {
            exec.stopInput();
            long end = System.nanoTime() + GRACE.toNanos();
            while (!mark.known() && System.nanoTime() < end) {
                if (step(exec, end - System.nanoTime())) {
                    return why + " and had ended by itself";
                }
            }
            if (!mark.known() || !new ProcessGroup(channels, mark.id()).end()) {
                return why + ", and could not be stopped; it may still run on the host";
            }
            drain(exec, GRACE);
        } catch (InterruptedException again) {
            return why + "; it may still run on the host";
        }
        return why + " and was stopped";
    }

    /** Takes events for at most {@code limit}, or without limit. Returns whether the command ended. */
    private boolean drain(Exec exec, @Nullable Duration limit) throws InterruptedException {
        long end = limit == null ? 0 : System.nanoTime() + limit.toNanos();
        while (true) {
            long left = limit == null ? Long.MAX_VALUE : end - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            if (step(exec, left)) {
                return true;
            }
        }
    }

    /** Takes one event. Returns whether it is the end. */
    private boolean step(Exec exec, long nanos) throws InterruptedException {
        Event event = exec.next(nanos);
        if (event instanceof Event.Chunk(Stream stream, byte[] bytes)) {
            take(stream, stream == Stream.ERR ? mark.filter(bytes) : bytes);
        } else if (event instanceof Event.Ended(Exception failure)) {
            broken = failure;
            return true;
        }
        return false;
    }

    private void take(Stream stream, byte[] bytes) {
        (stream == Stream.OUT ? out : err).add(bytes);
        (stream == Stream.OUT ? outLines : errLines).add(bytes);
    }

    private Result checked(Exec exec, @Nullable String stopped) {
        if (stopped == null && broken != null) {
            throw lost(
                    broken instanceof JSchException
                            ? "it could not be started: " + broken.getMessage()
                            : "its input could not be read: " + broken.getMessage(),
                    broken);
        }
        if (stopped == null && !exec.ended()) {
            throw lost("the connection broke while it ran", null);
        }
        Result result = new Result(
                host,
                command,
                exec.exitStatus(),
                exec.signal(),
                out.text(),
                err.text(),
                Duration.ofNanos(System.nanoTime() - start),
                out.omitted() + err.omitted());
        if (stopped != null) {
            CommandException.Reason reason =
                    interrupted ? CommandException.Reason.INTERRUPTED : CommandException.Reason.TIME_LIMIT;
            throw new CommandException(result, reason, described() + " " + stopped);
        }
        if (result.failed()) {
            throw new CommandException(result, described() + " " + ending(result));
        }
        return result;
    }

    private String ending(Result result) {
        String signal = result.signal();
        String ending = signal == null ? "exited with " + result.exitStatus() : "was killed by SIG" + signal;
        String last = (result.err().isBlank() ? result.out() : result.err()).strip();
        // A hidden command's reason has been seen by nobody.
        return command.hidden() && !last.isEmpty()
                ? ending + ": " + last.substring(last.lastIndexOf('\n') + 1)
                : ending;
    }

    /** The command as a person recognizes it: its first line, not too long. */
    private String described() {
        // Before it is cut: half a secret would not be recognized as one.
        String all = Secret.masked(command.line().strip());
        String line = all.lines().findFirst().orElse("");
        boolean whole = line.length() <= 80 && line.equals(all);
        return "`" + (whole ? line : line.substring(0, Math.min(line.length(), 77)) + "...") + "`";
    }

    private ConnectionException lost(String problem, @Nullable Throwable cause) {
        return new ConnectionException(host, Reason.LOST, described() + ": " + problem, cause);
    }
}
