package jfab.control.cli.output;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import jfab.control.connection.host.Host;
import jfab.control.task.HostOutcome;
import jfab.control.task.TaskEvent;

/**
 * What stands below the lines on a terminal: a question that waits for its answer, else how far transfers have come, else how many
 * hosts are done with the task.
 * Not safe for threads; the renderer is.
 */
final class StatusLine implements AutoCloseable {
    private final TransferBars bars;
    private final boolean terminal;
    private final FootLine tally;
    private final Screen screen;
    private Optional<String> question = Optional.empty();
    private final Set<Host> running = new LinkedHashSet<>();
    private HostLabels labels = HostLabels.of(List.of());
    private int hosts;
    private int failed;

    StatusLine(Screen screen) {
        this.screen = screen;
        bars = new TransferBars(screen);
        terminal = screen.bars();
        tally = new FootLine(screen.err());
    }

    void expect(HostLabels names) {
        labels = names;
    }

    void on(TaskEvent event, String prefix) {
        if (event instanceof TaskEvent.Started e) {
            start(e.hosts());
        } else if (event instanceof TaskEvent.Finished e) {
            finish(e.outcome());
        } else if (event instanceof TaskEvent.Progress e) {
            tally.clear();
            bars.show(e, prefix);
        }
    }

    /** Prints with the foot taken away and put back. */
    void above(Runnable printing) {
        String asked = question.orElse(null);
        if (asked == null) {
            tally.above(() -> bars.above(printing));
            return;
        }
        FootLine line = new FootLine(screen.err());
        line.stands(asked + " ");
        line.above(printing);
    }

    /** Leaves the line to {@code asked}, which somebody else prints there, until it is empty. */
    void ask(Optional<String> asked) {
        if (!terminal) {
            return;
        }
        question = asked;
        tally.hide(asked.isPresent());
        bars.hide(asked.isPresent());
    }

    private void start(List<Host> started) {
        running.clear();
        running.addAll(started);
        hosts = started.size();
        failed = 0;
        show();
    }

    private void finish(HostOutcome outcome) {
        running.remove(outcome.host());
        failed += outcome instanceof HostOutcome.Failed ? 1 : 0;
        show();
    }

    private void show() {
        if (!terminal || bars.showing()) {
            return;
        }
        if (hosts < 2 || running.isEmpty()) {
            tally.clear();
            return;
        }
        String text = "%d/%d done%s, %d running: %s"
                .formatted(
                        hosts - running.size(),
                        hosts,
                        failed == 0 ? "" : ", " + failed + " failed",
                        running.size(),
                        labels.fold(List.copyOf(running)));
        int most = tally.getMaxRenderedLength();
        tally.accept(text.length() <= most ? text : text.substring(0, most - 3) + "...");
    }

    /** Leaves the foot of the terminal to others. */
    @Override
    public void close() {
        tally.clear();
        bars.close();
    }
}
