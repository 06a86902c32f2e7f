package jfab.control.cli.output;

import java.util.LinkedHashMap;
import java.util.Map;
import jfab.control.connection.host.Host;
import jfab.control.task.TaskEvent;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * How far transfers have come: one bar for all hosts at the foot of a terminal, a line per host at start and end
 * elsewhere. Not safe for threads; the renderer is.
 */
final class TransferBars implements AutoCloseable {
    private final Screen screen;
    private final Map<Host, TaskEvent.Progress> latest = new LinkedHashMap<>();
    private FootLine foot;
    private boolean hidden;
    private @Nullable ProgressBar bar;

    TransferBars(Screen screen) {
        this.screen = screen;
        this.foot = new FootLine(screen.err());
    }

    void show(TaskEvent.Progress event, String prefix) {
        TaskEvent.Progress before = latest.put(event.host(), event);
        boolean begins = before == null || !before.what().equals(event.what());
        boolean ends = event.done() >= event.total() && (begins || before.done() < event.total());
        if (!screen.bars()) {
            if (begins && !ends) {
                line(prefix + event.what() + ": " + Bytes.text(event.total()));
            }
            if (ends) {
                line(prefix + event.what() + ": " + Bytes.text(event.total()) + " done");
            }
            return;
        }
        redraw(event.what());
    }

    private void redraw(String what) {
        long done = latest.values().stream().mapToLong(TaskEvent.Progress::done).sum();
        long total =
                latest.values().stream().mapToLong(TaskEvent.Progress::total).sum();
        long hosts = latest.values().stream()
                .filter(each -> each.done() < each.total())
                .count();
        if (bar == null) {
            foot = new FootLine(screen.err());
            foot.hide(hidden);
            bar = new ProgressBarBuilder()
                    .setTaskName(what)
                    .setStyle(ProgressBarStyle.ASCII)
                    .setUnit(" MB", 1_000_000)
                    .setConsumer(foot)
                    .build();
        }
        bar.maxHint(total);
        bar.stepTo(done);
        bar.setExtraMessage(hosts > 1 ? " " + hosts + " hosts" : "");
        if (hosts == 0) {
            close();
        }
    }

    private void line(String text) {
        screen.err().print(text + "\n");
        screen.err().flush();
    }

    void hide(boolean now) {
        hidden = now;
        foot.hide(now);
    }

    boolean showing() {
        return bar != null;
    }

    /** Prints with the bar taken away and put back. */
    void above(Runnable printing) {
        foot.above(printing);
    }

    /** Leaves the bar as it stands. */
    @Override
    public void close() {
        if (bar != null) {
            bar.close();
            // The bar's own thread closes it, and need not have come to that yet.
            foot.close();
            bar = null;
        }
        latest.clear();
    }
}
