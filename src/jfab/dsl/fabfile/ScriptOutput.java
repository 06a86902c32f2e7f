package jfab.dsl.fabfile;

import jfab.connection.Host;
import jfab.connection.OutputListener.Stream;
import jfab.task.TaskEvent;
import jfab.task.TaskListener;
import org.jspecify.annotations.Nullable;

/**
 * What Groovy's {@code print}, {@code println} and {@code printf} in a script write to: whole lines, named after the host
 * whose body is running.
 */
public final class ScriptOutput {
    private static final ScopedValue<Speaker> SPEAKER = ScopedValue.newInstance();

    private final TaskListener listener;

    /** A body that may print, and the beginning of its unfinished line. */
    private record Speaker(@Nullable Host host, StringBuilder line) {}

    ScriptOutput(TaskListener listener) {
        this.listener = listener;
    }

    /** Runs {@code body}; what it prints in this thread belongs to {@code host}. */
    void runFor(@Nullable Host host, Runnable body) {
        Speaker speaker = new Speaker(host, new StringBuilder());
        try {
            ScopedValue.where(SPEAKER, speaker).run(body);
        } finally {
            show(host, speaker.line().toString());
        }
    }

    /** Keeps {@code value} until its line is complete. */
    public void print(@Nullable Object value) {
        if (SPEAKER.isBound()) {
            write(SPEAKER.get(), String.valueOf(value));
        } else {
            show(null, String.valueOf(value));
        }
    }

    /** Ends the line. */
    public void println() {
        print("\n");
    }

    /** Completes the line with {@code value}. */
    public void println(@Nullable Object value) {
        print(value + "\n");
    }

    /** Keeps a formatted text until its line is complete. */
    public void printf(Object format, @Nullable Object... values) {
        print(String.format(String.valueOf(format), values));
    }

    private void write(Speaker speaker, String text) {
        StringBuilder line = speaker.line().append(text);
        for (int end = line.indexOf("\n"); end >= 0; end = line.indexOf("\n")) {
            show(speaker.host(), line.substring(0, end));
            line.delete(0, end + 1);
        }
    }

    private void show(@Nullable Host host, String text) {
        text.lines().forEach(line -> listener.on(new TaskEvent.Line(host, Stream.OUT, line)));
    }
}
