package jfab.control.cli.output;

import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import jfab.control.connection.command.OutputListener.Stream;
import jfab.control.connection.host.Host;
import jfab.control.task.Report;
import jfab.control.task.TaskEvent;
import org.jspecify.annotations.Nullable;

/**
 * Shows a run on a terminal or in a log: whole lines, each with its host before it where there are several.
 *
 * <p>What commands write to standard output goes to ours, everything else to standard error.
 */
final class TerminalRenderer implements Renderer {
    private final Screen screen;
    private final Paint paint;
    private final OutputOptions options;
    private final StatusLine foot;
    private final Failures failures;
    private final LastLines last = new LastLines();
    private final StringBuilder pending = new StringBuilder();
    private Stream destination = Stream.OUT;
    private List<Host> hosts = List.of();
    private HostLabels labels = HostLabels.of(List.of());

    TerminalRenderer(Screen screen, OutputOptions options) {
        this.screen = screen;
        this.paint = new Paint(screen.colour());
        this.options = options;
        this.foot = new StatusLine(screen);
        this.failures = new Failures(screen, options.debug());
    }

    @Override
    public synchronized void expect(List<Host> expected) {
        hosts = List.copyOf(expected);
        labels = HostLabels.of(hosts);
        foot.expect(labels);
    }

    @Override
    public void on(TaskEvent event) {
        all(List.of(event));
    }

    /** Lines that arrive together are written together: a system call for each would take longer than all else. */
    @Override
    public synchronized void all(List<? extends TaskEvent> events) {
        last.all(events);
        foot.above(() -> {
            events.forEach(this::show);
            pass();
        });
        for (TaskEvent event : events) {
            // Most events by far are lines, and the foot has nothing to do with them.
            if (!(event instanceof TaskEvent.Line)) {
                foot.on(event, event instanceof TaskEvent.Progress e ? prefix(e.host()) : "");
            }
        }
    }

    private void show(TaskEvent event) {
        if (event instanceof TaskEvent.Line e) {
            line(e);
        } else if (event instanceof TaskEvent.Notice e) {
            print(Stream.ERR, e.host(), e.text());
        } else if (event instanceof TaskEvent.Finished e) {
            pass();
            failures.tell(e.outcome());
        } else if (event instanceof TaskEvent.Skipped e) {
            pass();
            failures.tell(e);
        }
    }

    @Override
    public synchronized void end(Report report, int exitCode) {
        foot.close();
        new Summary(report, last).print(screen);
    }

    @Override
    public synchronized void ask(Optional<String> question) {
        foot.ask(question);
    }

    private void line(TaskEvent.Line line) {
        boolean out = line.stream() == Stream.OUT;
        boolean terminal = out ? screen.outTerminal() : screen.bars();
        print(line.stream(), line.host(), terminal ? Clean.forTerminal(line.text()) : line.text());
    }

    private void print(Stream stream, @Nullable Host host, String text) {
        if (!stream.equals(destination)) {
            pass();
            destination = stream;
        }
        if (options.timestamps()) {
            pending.append(Clock.ofDay()).append(' ');
        }
        pending.append(prefix(host)).append(text).append('\n');
    }

    /** One write for whole lines: other processes may share the terminal. */
    private void pass() {
        PrintStream to = destination == Stream.OUT ? screen.out() : screen.err();
        to.print(pending);
        to.flush();
        pending.setLength(0);
    }

    /** None where there is no doubt: a task on one host, or on none, may work on others by group('a', 'b'). */
    private String prefix(@Nullable Host host) {
        if (host == null || (hosts.size() < 2 && (host.here() || hosts.equals(List.of(host))))) {
            return "";
        }
        return paint.host(hosts.indexOf(host), "[" + labels.of(host) + "]") + " ";
    }
}
