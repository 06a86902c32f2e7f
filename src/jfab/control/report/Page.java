package jfab.control.report;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import jfab.TextResource;
import jfab.control.launch.ProcessEvent;
import jfab.control.observe.HostView;
import jfab.control.observe.JobPicture;
import jfab.control.observe.ObservedStep;
import jfab.control.observe.ObservedStepPart;
import jfab.control.observe.RankView;
import jfab.control.observe.Straggler;

/** A report as one HTML page that needs nothing else: no script, no picture from elsewhere, and none would be loaded. */
final class Page {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");
    /** Longer tables are closed until they are clicked on. */
    private static final int OPEN = 24;

    private final JobReport report;
    private final JobPicture picture;
    private final StringBuilder page = new StringBuilder();

    private Page(JobReport report) {
        this.report = report;
        this.picture = report.picture();
    }

    static String of(JobReport report) {
        Page page = new Page(report);
        page.write();
        return page.page.toString();
    }

    private void write() {
        page.append("""
                <!DOCTYPE html>
                <html lang="en"><head><meta charset="utf-8">
                <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>%s</title>
                <style>
                %s</style></head><body>
                """.formatted(picture.id(), TextResource.read(Page.class, "report.css")));
        head();
        cause();
        page.append("<div class=\"charts\">\n");
        Charts.of(report)
                .values()
                .forEach(chart -> page.append("<div>").append(Svg.of(chart)).append("</div>\n"));
        page.append("</div>\n");
        stragglers();
        ranks();
        gpus();
        events();
        staleness();
        configuration();
        page.append("</body></html>\n");
    }

    private void head() {
        page.append("<h1>").append(picture.id()).append("</h1>\n<p>");
        page.append("<strong class=\"%s\">%s</strong>, "
                .formatted(picture.state().startsWith("fail") ? "bad" : "good", Html.escape(picture.state())));
        page.append(Html.escape("%s%s, %d hosts"
                .formatted(
                        time(picture.age()),
                        picture.endsLater() ? " or more" : "",
                        picture.hosts().size())));
        picture.roles()
                .forEach(role -> page.append(
                        Html.escape(", %d %ss".formatted(picture.of(role).size(), role))));
        page.append("</p>\n<p class=\"faint\">from %s to %s%s</p>\n"
                .formatted(clock(picture.begun()), clock(picture.end()), picture.endsLater() ? " or later" : ""));
        picture.ranks().stream()
                .filter(RankView::failed)
                .limit(OPEN)
                .forEach(rank -> paragraph("bad", rank.name() + " on " + rank.host() + ": " + rank.stateText()));
    }

    /** Before all else: why it failed, and what the log says of that. */
    private void cause() {
        List<String> cause = report.cause();
        if (cause.isEmpty()) {
            return;
        }
        paragraph("bad", cause.getFirst());
        page.append("<pre>")
                .append(Html.escape(String.join("\n", cause.subList(1, cause.size()))))
                .append("</pre>\n");
    }

    private void stragglers() {
        // Of trainers that do not tell how long they wait, nobody knows.
        if (picture.trainers().stream()
                        .filter(rank -> rank.steps().stream()
                                .anyMatch(step -> step.milliseconds().containsKey(ObservedStepPart.WAIT)))
                        .count()
                < 2) {
            return;
        }
        heading("Who waits for whom");
        List<Straggler> slow = Straggler.overall(picture.ranks());
        if (slow.isEmpty()) {
            paragraph("faint", "No trainer keeps the others waiting.");
        }
        slow.stream().limit(OPEN).forEach(straggler -> paragraph("", straggler.toString()));
    }

    private void ranks() {
        heading("Processes");
        PageTable table = new PageTable(List.of(
                "process", "host", "state", "last step", "last loss", "samples/s", "step", "own time", "waits"));
        paragraph("faint", "Samples per second and times are those of all steps.");
        for (RankView rank : picture.ranks()) {
            MeanRate pace = MeanRate.of(rank);
            table.row(
                    rank.failed(),
                    List.of(
                            rank.name(),
                            rank.host(),
                            rank.stateText(),
                            rank.last().map(step -> Long.toString(step.step())).orElse("-"),
                            loss(rank),
                            MeanRate.number(pace.samplesPerSecond(), ""),
                            MeanRate.number(pace.milliseconds(), " ms"),
                            MeanRate.number(pace.milliseconds() - pace.waiting(), " ms"),
                            MeanRate.number(pace.waiting(), " ms")));
        }
        folded(picture.ranks().size() + " processes", picture.ranks().size(), table);
    }

    private static String loss(RankView rank) {
        double loss = rank.loss().orElse(Double.NaN);
        return rank.loss().isEmpty() ? "-" : ObservedStep.diverged(loss).orElseGet(() -> MeanRate.number(loss, ""));
    }

    /** Of a job that has ended, others may use them now. */
    private void gpus() {
        List<HostView> hosts =
                picture.hosts().stream().filter(host -> !host.gpus().isEmpty()).toList();
        if (hosts.isEmpty() || picture.over()) {
            return;
        }
        heading("GPUs now");
        PageTable table = new PageTable(List.of("host", "GPU: busy, memory, heat, power"));
        hosts.forEach(host -> host.gpus().forEach(gpu -> table.row(false, List.of(host.host(), gpu.toString()))));
        folded(
                hosts.size() + " hosts",
                hosts.stream().mapToInt(host -> host.gpus().size()).sum(),
                table);
    }

    private void events() {
        if (picture.events().isEmpty()) {
            return;
        }
        heading("Events");
        PageTable table = new PageTable(List.of("time", "process", "host", "what"));
        for (ProcessEvent event : picture.events()) {
            table.row(event.bad(), List.of(clock(event.time()), event.name(), picture.hostOf(event), event.text()));
        }
        folded(picture.events().size() + " events", picture.events().size(), table);
    }

    private void folded(String what, int rows, PageTable table) {
        page.append(
                rows > OPEN
                        ? "<details><summary>" + Html.escape(what) + "</summary>\n" + table + "</details>\n"
                        : table);
    }

    private void staleness() {
        if (!report.staleness().isEmpty()) {
            heading("What the servers counted since they began last");
            report.staleness().forEach(line -> paragraph("", line));
        }
    }

    private void configuration() {
        heading("Configuration");
        if (report.configuration().isEmpty()) {
            paragraph("faint", "The hosts were not told what the job is.");
            return;
        }
        PageTable table = new PageTable(List.of("setting", "value"));
        report.configuration().forEach((name, value) -> table.row(false, List.of(name, value)));
        page.append(table);
        if (!report.description().isEmpty()) {
            page.append("<details><summary>All of it</summary><pre>")
                    .append(Html.escape(report.description()))
                    .append("</pre></details>\n");
        }
    }

    private void heading(String text) {
        page.append("<h2>").append(Html.escape(text)).append("</h2>\n");
    }

    private void paragraph(String look, String text) {
        page.append("<p class=\"%s\">".formatted(look))
                .append(Html.escape(text))
                .append("</p>\n");
    }

    private static String clock(Instant time) {
        return TIME.format(time.atZone(ZoneId.systemDefault()));
    }

    private static String time(Duration took) {
        return took.toSeconds() < 120
                ? took.toSeconds() + " s"
                : took.toHours() < 3
                        ? took.toMinutes() + " min"
                        : "%d h %02d min".formatted(took.toHours(), took.toMinutesPart());
    }
}
