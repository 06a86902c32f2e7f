package jfab.control.cli.output;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import jfab.PlainText;
import jfab.control.connection.command.OutputListener.Stream;
import jfab.control.connection.command.Secret;
import jfab.control.connection.host.Host;
import jfab.control.task.HostOutcome;
import jfab.control.task.Report;
import jfab.control.task.TaskEvent;
import jfab.control.task.TaskListener;

/**
 * All that shows or writes down a run: a renderer, and log files where they are wanted. Secrets are masked here, before
 * anything else sees an event.
 */
public final class Output implements TaskListener {
    private final Screen screen;
    private volatile List<Renderer> renderers;
    private volatile OutputOptions options;
    private volatile BiConsumer<Collection<String>, Boolean> jobs = (ids, all) -> {};

    public Output(Screen screen, OutputOptions options) {
        this.screen = screen;
        this.options = options;
        this.renderers = List.of(options.renderer(screen));
    }

    /** Shows what follows as {@code chosen} says, and names the hosts that will be worked on, in their order. */
    public void begin(OutputOptions chosen, List<Host> hosts) {
        List<Renderer> all = new ArrayList<>();
        // What was said while the fabfile was read is no reason to begin anew.
        all.add(renderers.size() == 1 && chosen.looksLike(options) ? renderers.getFirst() : chosen.renderer(screen));
        chosen.logs().ifPresent(folder -> all.add(new Logs(folder)));
        options = chosen;
        all.forEach(renderer -> renderer.expect(hosts));
        renderers = List.copyOf(all);
    }

    @Override
    public void on(TaskEvent event) {
        if (options.results()
                && options.format() != OutputOptions.Format.JSON
                && event instanceof TaskEvent.Finished e
                && e.outcome() instanceof HostOutcome.Succeeded(Host host, Duration _, Object value, boolean _)
                && value != null) {
            // A quiet run has them without lines.
            JsonValues.shown(value).lines().forEach(line -> on(new TaskEvent.Line(host, Stream.OUT, line)));
        }
        TaskEvent masked = masked(event);
        renderers.forEach(renderer -> renderer.on(masked));
    }

    @Override
    public void all(List<? extends TaskEvent> events) {
        List<? extends TaskEvent> masked = events.stream().map(Output::masked).toList();
        renderers.forEach(renderer -> renderer.all(masked));
    }

    /** Tells {@code listener} which jobs there are, whenever hosts have been asked. */
    public void tellJobs(BiConsumer<Collection<String>, Boolean> listener) {
        jobs = listener;
    }

    @Override
    public void jobs(Collection<String> ids, boolean all) {
        jobs.accept(ids, all);
    }

    /** Keeps {@code question} in sight, which stands on the terminal and waits for its answer, until it is empty. */
    public void ask(Optional<String> question) {
        renderers.forEach(renderer -> renderer.ask(question));
    }

    /** Shows how it all ended. */
    public void end(Report report, int exitCode) {
        renderers.forEach(renderer -> renderer.end(report, exitCode));
    }

    /** Failures and values are masked where they become text. Our own sentences may quote a host, and are a line each. */
    private static TaskEvent masked(TaskEvent event) {
        if (event instanceof TaskEvent.Line e) {
            return Secret.longest() == 0 ? e : new TaskEvent.Line(e.host(), e.stream(), Secret.masked(e.text()));
        }
        if (event instanceof TaskEvent.Notice e) {
            return new TaskEvent.Notice(e.host(), plain(e.text()));
        }
        if (event instanceof TaskEvent.Progress e) {
            return new TaskEvent.Progress(e.host(), plain(e.what()), e.done(), e.total());
        }
        return event instanceof TaskEvent.Skipped e ? new TaskEvent.Skipped(e.tasks(), plain(e.why())) : event;
    }

    private static String plain(String text) {
        return Secret.masked(PlainText.sentence(text));
    }
}
