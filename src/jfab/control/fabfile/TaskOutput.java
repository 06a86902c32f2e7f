package jfab.control.fabfile;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import jfab.control.connection.command.OutputListener.Stream;
import jfab.control.connection.host.Host;
import jfab.control.task.TaskEvent;
import jfab.control.task.TaskListener;
import org.jspecify.annotations.Nullable;

/**
 * Where {@code print}, {@code println} and {@code printf} in a script write to: whole lines, named after the host whose
 * body is running.
 */
public final class TaskOutput extends OutputStream {
    private static final ScopedValue<Speaker> SPEAKER = ScopedValue.newInstance();

    private final TaskListener listener;
    private final Speaker nobody = new Speaker(null, new ByteArrayOutputStream());

    /** A body that prints, and the beginning of its unfinished line. */
    private record Speaker(@Nullable Host host, ByteArrayOutputStream line) {}

    public TaskOutput(TaskListener listener) {
        this.listener = listener;
    }

    /** A stream whose lines are events for {@code listener}. */
    public static PrintStream stream(TaskListener listener) {
        return new PrintStream(new TaskOutput(listener), false, StandardCharsets.UTF_8);
    }

    /** Runs {@code body}; what it prints in this thread belongs to {@code host}. */
    @Nullable
    Object runFor(@Nullable Host host, Supplier<@Nullable Object> body) {
        Speaker speaker = new Speaker(host, new ByteArrayOutputStream());
        try {
            return ScopedValue.where(SPEAKER, speaker).call(body::get);
        } finally {
            if (speaker.line().size() > 0) {
                show(speaker);
            }
        }
    }

    /** Shows a line that belongs to no host. */
    void say(String line) {
        listener.on(new TaskEvent.Line(null, Stream.OUT, line));
    }

    @Override
    public void write(int letter) {
        Speaker speaker = SPEAKER.orElse(nobody);
        if (letter == '\n') {
            show(speaker);
        } else {
            speaker.line().write(letter);
        }
    }

    private void show(Speaker speaker) {
        String text = speaker.line().toString(StandardCharsets.UTF_8);
        speaker.line().reset();
        listener.on(new TaskEvent.Line(speaker.host(), Stream.OUT, text));
    }
}
