package jfab.cli.output;

import java.io.PrintStream;
import java.util.List;
import jfab.connection.Host;
import jfab.connection.OutputListener.Stream;
import jfab.task.HostOutcome;
import jfab.task.TaskEvent;
import jfab.task.TaskListener;
import org.jspecify.annotations.Nullable;

/**
 * Shows a run on a terminal or in a log: whole lines, each with its host before it where there are several.
 *
 * <p>What commands write to standard output goes to ours, everything else to standard error.
 */
public final class TerminalRenderer implements TaskListener, AutoCloseable {
    private final Screen screen;
    private final Paint paint;
    private final boolean debug;
    private final TransferBars bars;
    private final FailureText failures = new FailureText();
    private List<Host> hosts = List.of();
    private boolean batch;
    private HostLabels labels = HostLabels.of(List.of());

    public TerminalRenderer(Screen screen, boolean debug) {
        this.screen = screen;
        this.paint = new Paint(screen.colour());
        this.debug = debug;
        this.bars = new TransferBars(screen);
    }

    /** Tells which hosts will be worked on, in which order; more than one makes lines carry their host. */
    public synchronized void expect(List<Host> expected) {
        hosts = List.copyOf(expected);
        labels = HostLabels.of(hosts);
    }

    @Override
    public synchronized void on(TaskEvent event) {
        switch (event) {
            case TaskEvent.Started e -> {}
            case TaskEvent.Line e ->
                print(e.stream() == Stream.OUT ? screen.out() : screen.err(), prefix(e.host()) + e.text());
            case TaskEvent.Notice e -> print(screen.err(), prefix(e.host()) + e.text());
            case TaskEvent.Progress e -> bars.show(e, prefix(e.host()));
            case TaskEvent.Finished e -> finished(e.outcome());
            case TaskEvent.Skipped e ->
                print(
                        screen.err(),
                        paint.bad("jfab: not run because " + e.why() + ": ") + String.join(", ", e.tasks()));
        }
    }

    /** Lines that arrive together are written together: a system call for each would take longer than all else. */
    @Override
    public synchronized void all(List<? extends TaskEvent> events) {
        batch = true;
        try {
            events.forEach(this::on);
        } finally {
            batch = false;
            screen.flush();
        }
    }

    /** Leaves the foot of the terminal to others. */
    @Override
    public synchronized void close() {
        bars.close();
    }

    private void finished(HostOutcome outcome) {
        if (outcome instanceof HostOutcome.Failed failed && failures.isNew(failed.failure())) {
            print(screen.err(), paint.bad("jfab: ") + failures.of(failed));
            if (debug) {
                failed.failure().printStackTrace(screen.err());
            }
        }
    }

    private void print(PrintStream stream, String line) {
        bars.above(() -> {
            // One write for the whole line: other processes may share the terminal.
            stream.print(line + "\n");
            if (!batch) {
                stream.flush();
            }
        });
    }

    private String prefix(@Nullable Host host) {
        if (host == null || hosts.size() < 2) {
            return "";
        }
        return paint.host(hosts.indexOf(host), "[" + labels.of(host) + "]") + " ";
    }
}
