package jfab.control.cli.output;

import java.util.List;
import java.util.stream.Collectors;
import jfab.control.connection.command.Secret;
import jfab.control.connection.host.Host;
import jfab.control.task.HostOutcome;
import jfab.control.task.Report;
import jfab.control.task.TaskEvent;

/** Shows failures, and the values that tasks return; of a run that went well without values, nothing. */
final class QuietRenderer implements Renderer {
    private final Screen screen;
    private final boolean results;
    private final Failures failures;
    private final LastLines last = new LastLines();
    private List<Host> hosts = List.of();
    private HostLabels labels = HostLabels.of(List.of());

    /** Shows all values where {@code results} is true; else those that a task means to say. */
    QuietRenderer(Screen screen, boolean results, boolean debug) {
        this.screen = screen;
        this.results = results;
        this.failures = new Failures(screen, debug);
    }

    @Override
    public synchronized void expect(List<Host> expected) {
        hosts = List.copyOf(expected);
        labels = HostLabels.of(hosts);
    }

    @Override
    public synchronized void on(TaskEvent event) {
        last.on(event);
        if (event instanceof TaskEvent.Finished e) {
            finished(e.outcome());
        } else if (event instanceof TaskEvent.Skipped e) {
            failures.tell(e);
        }
    }

    private void finished(HostOutcome outcome) {
        failures.tell(outcome);
        // What a last line happens to return, of a command or of a transfer, is nothing that the task wants to say.
        if (outcome instanceof HostOutcome.Succeeded e
                && e.value() != null
                && (results
                        || e.value() instanceof CharSequence
                        || e.value() instanceof Number
                        || e.value() instanceof Boolean)) {
            String prefix = hosts.size() < 2 ? "" : "[" + labels.of(e.host()) + "] ";
            screen.out().print(shown(prefix, Secret.masked(JsonValues.shown(e.value()))));
            screen.out().flush();
        }
    }

    /** Of several hosts, no line without its host; on a terminal, nothing that changes it. For a program a text is as it is. */
    private String shown(String prefix, String text) {
        if (prefix.isEmpty() && !screen.outTerminal()) {
            return text + "\n";
        }
        List<String> lines = text.isEmpty() ? List.of("") : text.lines().toList();
        return lines.stream()
                .map(line -> prefix + (screen.outTerminal() ? Clean.forTerminal(line) : line) + "\n")
                .collect(Collectors.joining());
    }

    @Override
    public synchronized void end(Report report, int exitCode) {
        if (!report.ok()) {
            new Summary(report, last).print(screen);
        }
    }
}
