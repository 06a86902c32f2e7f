package jfab.control.connection.local;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.CommandException;
import jfab.control.connection.command.LineOutputStream;
import jfab.control.connection.command.OutputListener;
import jfab.control.connection.command.OutputListener.Stream;
import jfab.control.connection.command.Result;
import jfab.control.connection.command.Sink;
import jfab.control.connection.host.Host;
import org.jspecify.annotations.Nullable;

/** What a command prints: captured, and shown line by line or written where the command says. */
public final class CommandOutput implements AutoCloseable {
    private static final Pattern ONLY_BASH = Pattern.compile("(source|\\[\\[|pushd|shopt): not found");

    private final Host host;
    private final Command command;
    private final OutputListener listener;
    private final Map<Stream, LineOutputStream> lines = new EnumMap<>(Stream.class);
    private final Map<Stream, Capture> captured = new EnumMap<>(Stream.class);
    private final Map<Stream, OutputStream> sinks = new EnumMap<>(Stream.class);
    private final long start = System.nanoTime();

    /**
     * Opens what the output goes to.
     *
     * @throws CommandException when that cannot be written
     */
    public CommandOutput(Host host, Command command, OutputListener listener) {
        this.host = host;
        this.command = command;
        this.listener = listener;
        for (Stream stream : Stream.values()) {
            captured.put(stream, new Capture(Capture.LIMIT));
            Sink sink = command.streams().sink(stream);
            if (sink != null) {
                open(stream, sink);
            }
            boolean shown = sink == null && !command.manner().hidden().contains(stream);
            lines.put(stream, new LineOutputStream(shown ? whole -> listener.lines(host, stream, whole) : whole -> {}));
        }
        if (command.manner().echo()) {
            listener.notice(host, "$ " + command.shown());
        }
    }

    public void take(Stream stream, byte[] bytes) {
        capture(stream).add(bytes);
        OutputStream sink = sinks.get(stream);
        if (sink == null) {
            cut(stream).write(bytes);
            return;
        }
        try {
            sink.write(bytes);
        } catch (IOException e) {
            throw unwritten(stream, e);
        }
    }

    public void notice(String text) {
        listener.notice(host, text);
    }

    /** Shows last lines that have no end. */
    public void end() {
        lines.values().forEach(LineOutputStream::close);
    }

    /**
     * The result.
     *
     * @param reason what kind of reason {@code stopped} is
     * @param stopped why the command was ended; null where it ended by itself
     * @throws CommandException when that is not what the command accepts
     */
    public Result result(
            int exitStatus, @Nullable String signal, CommandException.Reason reason, @Nullable String stopped) {
        Result result = result(exitStatus, signal);
        if (stopped != null) {
            throw new CommandException(result, reason, command.described() + " " + stopped);
        }
        return checked(result);
    }

    /**
     * A result that its command accepts.
     *
     * @throws CommandException when it does not
     */
    public static Result checked(Result result) {
        if (!result.accepted()) {
            throw new CommandException(result, result.command().described() + " " + ending(result));
        }
        return result;
    }

    private Result result(int exitStatus, @Nullable String signal) {
        Capture out = capture(Stream.OUT);
        Capture err = capture(Stream.ERR);
        long omitted = out.omitted() + err.omitted();
        // What goes elsewhere as well is all there.
        if ((out.omitted() > 0 && !sinks.containsKey(Stream.OUT))
                || (err.omitted() > 0 && !sinks.containsKey(Stream.ERR))) {
            notice(command.described() + " printed more than a result keeps: its first " + omitted
                    + " bytes are not in there");
        }
        return new Result(
                host,
                command,
                exitStatus,
                signal,
                out.text(),
                err.text(),
                Duration.ofNanos(System.nanoTime() - start),
                omitted);
    }

    /** What it said on standard error. */
    public String errors() {
        return capture(Stream.ERR).text();
    }

    private static String ending(Result result) {
        Command command = result.command();
        String signal = result.signal();
        String ending = signal == null ? "exited with " + result.exitStatus() : "was killed by SIG" + signal;
        String last = (result.err().isBlank() && command.hidden() ? result.out() : result.err()).strip();
        // The reason of a command whose errors are hidden has been seen by nobody.
        return (command.manner().hidden().contains(Stream.ERR) && !last.isEmpty()
                        ? ending + ": " + last.substring(last.lastIndexOf('\n') + 1)
                        : ending)
                + unknownToSh(result);
    }

    /** What to do about a word of bash that ended a command. */
    private static String unknownToSh(Result result) {
        Matcher word = ONLY_BASH.matcher(result.err());
        return result.exitStatus() == 127 && word.find()
                ? "; /bin/sh knows no " + word.group(1) + ": write "
                        + (word.group(1).equals("source") ? ". file" : "it otherwise")
                        + ", or take bash: --shell bash, or shell: 'bash' here"
                : "";
    }

    private void open(Stream stream, Sink sink) {
        try {
            sinks.put(stream, sink.open(host));
        } catch (IOException e) {
            throw unwritten(stream, e);
        }
    }

    private CommandException unwritten(Stream stream, IOException e) {
        String name = stream == Stream.OUT ? "output" : "error output";
        return new CommandException(
                result(1, null), command.described() + ": its " + name + " cannot be written: " + e.getMessage());
    }

    private Capture capture(Stream stream) {
        return captured.computeIfAbsent(stream, any -> new Capture(Capture.LIMIT));
    }

    private LineOutputStream cut(Stream stream) {
        return lines.computeIfAbsent(stream, any -> new LineOutputStream(whole -> {}));
    }

    @Override
    public void close() {
        for (Map.Entry<Stream, OutputStream> sink : new ArrayList<>(sinks.entrySet())) {
            try {
                sink.getValue().close();
            } catch (IOException e) {
                throw unwritten(sink.getKey(), e);
            }
        }
    }
}
