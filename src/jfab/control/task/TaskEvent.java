package jfab.control.task;

import java.util.List;
import jfab.control.connection.command.OutputListener.Stream;
import jfab.control.connection.host.Host;
import org.jspecify.annotations.Nullable;

/** Something that the user may want to see while tasks run. */
public sealed interface TaskEvent {
    /** A task begins on its hosts. */
    record Started(String task, List<Host> hosts) implements TaskEvent {}

    /** A line of a command's or a task's output; the host is null where a task speaks for all of them. */
    record Line(@Nullable Host host, Stream stream, String text) implements TaskEvent {}

    /** A sentence of ours; the host is null where it concerns no single one. */
    record Notice(@Nullable Host host, String text) implements TaskEvent {}

    /**
     * How far a transfer has come.
     *
     * @param what names the transfer, and is the same in all its events
     * @param done bytes, equal to {@code total} in the last event
     */
    record Progress(Host host, String what, long done, long total) implements TaskEvent {}

    /** A task has ended on one host. */
    record Finished(String task, HostOutcome outcome) implements TaskEvent {}

    /** Tasks that will not be run, because of {@code why}. */
    record Skipped(List<String> tasks, String why) implements TaskEvent {}
}
