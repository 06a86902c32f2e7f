package jfab.control.cli.output;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jfab.control.connection.command.OutputListener.Stream;
import jfab.control.connection.host.Host;
import jfab.control.task.Report;
import jfab.control.task.TaskEvent;

/**
 * Gathers what hosts print and shows it at the end, equal outputs once. Failures and remarks are told as they come.
 *
 * <p>Standard output and standard error are folded apart: how they mingle differs from run to run.
 */
final class FoldedRenderer implements Renderer {
    private static final long MEMORY = Runtime.getRuntime().maxMemory() / 8;

    private final Screen screen;
    private final OutputOptions options;
    private final Failures failures;
    private final StatusLine foot;
    private final LastLines last = new LastLines();
    private final Map<Host, BoundedLines> out = new LinkedHashMap<>();
    private final Map<Host, BoundedLines> err = new LinkedHashMap<>();
    private HostLabels labels = HostLabels.of(List.of());

    FoldedRenderer(Screen screen, OutputOptions options) {
        this.screen = screen;
        this.options = options;
        this.failures = new Failures(screen, options.debug());
        this.foot = new StatusLine(screen);
    }

    @Override
    public synchronized void expect(List<Host> hosts) {
        labels = HostLabels.of(hosts);
        foot.expect(labels);
        // In the order of the hosts, not in that of their first words.
        long limit = MEMORY / Math.max(1, hosts.size());
        hosts.forEach(host -> out.put(host, new BoundedLines(limit)));
        hosts.forEach(host -> err.put(host, new BoundedLines(limit)));
    }

    @Override
    public synchronized void on(TaskEvent event) {
        last.on(event);
        foot.on(event, "");
        switch (event) {
            case TaskEvent.Line e -> line(e);
            case TaskEvent.Notice e ->
                foot.above(() -> tell((e.host() == null ? "" : "[" + labels.of(e.host()) + "] ") + e.text()));
            case TaskEvent.Finished e -> foot.above(() -> failures.tell(e.outcome()));
            case TaskEvent.Skipped e -> foot.above(() -> failures.tell(e));
            case TaskEvent.Started e -> {}
            case TaskEvent.Progress e -> {}
        }
    }

    @Override
    public synchronized void ask(Optional<String> question) {
        foot.ask(question);
    }

    private void line(TaskEvent.Line line) {
        BoundedLines kept = line.host() == null ? null : (line.stream() == Stream.OUT ? out : err).get(line.host());
        if (kept != null) {
            // What a progress bar went through is another on every host.
            kept.add(Clean.settled(line.text()));
        } else {
            // No host's output, and so nothing that another one could share.
            screen.out().print(shown(line.text()) + "\n");
            screen.out().flush();
        }
    }

    private void tell(String text) {
        screen.err().print(text + "\n");
        screen.err().flush();
    }

    @Override
    public synchronized void end(Report report, int exitCode) {
        foot.close();
        screen.out().print(folded(out));
        screen.out().flush();
        screen.err().print(folded(err));
        new Summary(report, last).print(screen);
    }

    private String folded(Map<Host, BoundedLines> outputs) {
        Map<Host, List<String>> spoken = new LinkedHashMap<>();
        outputs.forEach((host, kept) -> {
            // A host that printed nothing differs from those that did, but is not worth a block of its own.
            if (!kept.lines().isEmpty()) {
                spoken.put(host, kept.lines().stream().map(this::shown).toList());
            }
        });
        Folds folds = new Folds(spoken, labels);
        return options.diff() ? folds.differences() : folds.whole();
    }

    private String shown(String line) {
        return screen.outTerminal() ? Clean.forTerminal(line) : line;
    }
}
