package jfab.control.task;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import jfab.control.connection.command.OutputListener;
import jfab.control.connection.host.Host;
import org.jspecify.annotations.Nullable;

/** Takes the events of a run; called from many threads. */
@FunctionalInterface
public interface TaskListener {
    void on(TaskEvent event);

    /** Takes events that came together, in their order. */
    default void all(List<? extends TaskEvent> events) {
        events.forEach(this::on);
    }

    /** Reports a sentence of ours. */
    default void notice(@Nullable Host host, String text) {
        on(new TaskEvent.Notice(host, text));
    }

    /** {@code sentence}, which is of ours, with what the command lines that it advises need in order to find the same hosts. */
    default String advising(String sentence) {
        return sentence;
    }

    /** Takes the ids of jobs that hosts have; with {@code all}, they have no others. */
    default void jobs(Collection<String> ids, boolean all) {}

    /** This listener as one for the output of commands. */
    default OutputListener output() {
        return new OutputListener() {
            @Override
            public void line(Host host, Stream stream, String line) {
                on(new TaskEvent.Line(host, stream, line));
            }

            @Override
            public void lines(Host host, Stream stream, List<String> lines) {
                List<TaskEvent.Line> events = new ArrayList<>(lines.size());
                for (String line : lines) {
                    events.add(new TaskEvent.Line(host, stream, line));
                }
                all(events);
            }

            @Override
            public void notice(Host host, String text) {
                on(new TaskEvent.Notice(host, text));
            }

            @Override
            public void progress(Host host, String what, long done, long total) {
                on(new TaskEvent.Progress(host, what, done, total));
            }
        };
    }
}
