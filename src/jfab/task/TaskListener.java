package jfab.task;

import jfab.connection.Host;
import jfab.connection.OutputListener;
import org.jspecify.annotations.Nullable;

/** Takes the events of a run; called from many threads. */
@FunctionalInterface
public interface TaskListener {
    void on(TaskEvent event);

    /** Reports a sentence of ours. */
    default void notice(@Nullable Host host, String text) {
        on(new TaskEvent.Notice(host, text));
    }

    /** This listener as one for the output of commands. */
    default OutputListener output() {
        return new OutputListener() {
            @Override
            public void line(Host host, Stream stream, String line) {
                on(new TaskEvent.Line(host, stream, line));
            }

            @Override
            public void notice(Host host, String text) {
                on(new TaskEvent.Notice(host, text));
            }
        };
    }
}
