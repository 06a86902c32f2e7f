package jfab.cli.output;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import jfab.connection.CommandException;
import jfab.connection.ConnectionException;
import jfab.task.HostOutcome;
import jfab.task.Report;
import jfab.task.TaskException;

/** The table at the end of a run: a line per host with how it fared, the exit code and the time. */
public record Summary(Report report) {
    private record Row(String host, String status, String exit, String time, boolean good) {}

    /** Prints the table, unless there is only one host and nothing went wrong. */
    public void print(Screen screen) {
        if (report.outcomes().size() < 2 && report.ok()) {
            return;
        }
        Paint paint = new Paint(screen.colour());
        HostLabels labels =
                HostLabels.of(report.outcomes().stream().map(HostOutcome::host).toList());
        List<Row> rows = report.outcomes().stream()
                .map(outcome -> row(labels.of(outcome.host()), outcome))
                .toList();
        int host = width(rows.stream().map(Row::host).toList(), "host");
        int status = width(rows.stream().map(Row::status).toList(), "result");
        StringBuilder table = new StringBuilder(line(pad("host", host), pad("result", status), "exit", "time"));
        for (Row row : rows) {
            String shown = pad(row.status(), status);
            table.append(line(
                    pad(row.host(), host), row.good() ? paint.good(shown) : paint.bad(shown), row.exit(), row.time()));
        }
        screen.err().print(table);
        screen.err().flush();
    }

    private static Row row(String host, HostOutcome outcome) {
        return switch (outcome) {
            case HostOutcome.Succeeded e -> new Row(host, "ok", "0", time(e.took()), true);
            case HostOutcome.Stopped e -> new Row(host, "stopped", "-", time(e.took()), false);
            case HostOutcome.Skipped e -> new Row(host, "not finished: " + e.why(), "-", "-", false);
            case HostOutcome.Failed e -> failed(host, e);
        };
    }

    private static Row failed(String host, HostOutcome.Failed failed) {
        String time = time(failed.took());
        return switch (TaskException.rootOf(failed.failure())) {
            case CommandException e ->
                new Row(host, "failed", Integer.toString(e.result().exitStatus()), time, false);
            case ConnectionException e -> new Row(host, status(e.reason()), "-", time, false);
            default -> new Row(host, "failed", "-", time, false);
        };
    }

    private static String status(ConnectionException.Reason reason) {
        return switch (reason) {
            case BAD_NAME -> "not a host";
            case BAD_SETTINGS -> "bad settings";
            case UNREACHABLE -> "unreachable";
            case HOST_KEY -> "host key refused";
            case AUTHENTICATION -> "login refused";
            case LOST -> "connection lost";
        };
    }

    private static String time(Duration took) {
        return took.toMinutes() > 0
                ? String.format(Locale.ROOT, "%dm%02ds", took.toMinutes(), took.toSecondsPart())
                : String.format(Locale.ROOT, "%.1fs", took.toMillis() / 1000.0);
    }

    private static String line(String host, String status, String exit, String time) {
        return String.format(Locale.ROOT, "%s  %s  %4s  %7s%n", host, status, exit, time);
    }

    private static int width(List<String> texts, String heading) {
        return Math.max(
                heading.length(), texts.stream().mapToInt(String::length).max().orElse(0));
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(width - text.length());
    }
}
