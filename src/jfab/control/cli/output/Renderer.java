package jfab.control.cli.output;

import java.util.List;
import java.util.Optional;
import jfab.control.connection.host.Host;
import jfab.control.task.Report;
import jfab.control.task.TaskListener;

/** One way to show a run; called from many threads. */
interface Renderer extends TaskListener {
    /** Tells which hosts will be worked on, in which order; comes before their events. */
    void expect(List<Host> hosts);

    /** Keeps a question in sight that waits for its answer on the terminal, until it is empty. */
    default void ask(Optional<String> question) {}

    /** Shows what can only be shown at the end. Nothing follows. */
    void end(Report report, int exitCode);
}
