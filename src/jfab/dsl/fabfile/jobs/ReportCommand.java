package jfab.dsl.fabfile.jobs;

import java.nio.file.Path;
import java.util.List;
import jfab.connection.Group;
import jfab.launch.Job;
import jfab.report.JobReport;
import jfab.report.ReportFiles;
import jfab.report.Reporter;
import jfab.task.Parameter;
import org.jspecify.annotations.Nullable;

/** {@code jfab report}. */
final class ReportCommand implements JobCommand {
    @Override
    public String name() {
        return "report";
    }

    @Override
    public String description() {
        return "Write a page about the newest job, or JOB: curves, who waits for whom, events, configuration";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                JobParameter.job(),
                JobParameter.flag("to", "", "The HTML file; JOB.html unless said"),
                JobParameter.flag("png", "", "A folder for the same curves as PNG pictures; none unless said"));
    }

    @Override
    public void run(JobDesk desk, Group hosts, List<@Nullable Object> arguments) throws InterruptedException {
        Job job = desk.job(String.valueOf(arguments.getFirst()), hosts);
        JobReport report = Reporter.of(job);
        String to = String.valueOf(arguments.get(1));
        Path page = Path.of(to.isEmpty() ? job.id() + ".html" : to);
        ReportFiles.page(report, page);
        desk.say(page.toString());
        String png = String.valueOf(arguments.get(2));
        if (!png.isEmpty()) {
            ReportFiles.pictures(report, Path.of(png)).forEach(file -> desk.say(file.toString()));
        }
    }
}
