package jfab.control.fabfile.jobs;

import java.nio.file.Path;
import java.util.List;
import jfab.control.connection.Group;
import jfab.control.launch.JobSearch;
import jfab.control.report.JobReport;
import jfab.control.report.ReportFiles;
import jfab.control.report.Reporter;
import jfab.control.task.TaskParameter;
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
    public List<TaskParameter> parameters() {
        return List.of(
                JobParameter.job(),
                JobParameter.flag("to", "", "The HTML file; JOB.html unless said"),
                JobParameter.flag("png", "", "A folder for the same curves as PNG pictures; none unless said"));
    }

    @Override
    public void run(JobContext context, Group hosts, List<@Nullable Object> arguments) throws InterruptedException {
        JobArguments asked = new JobArguments(this, arguments);
        JobSearch.Found found = context.search(hosts).find(asked.job());
        JobReport report = Reporter.of(found.everywhere(), found.diagnosis());
        Path page = Path.of(asked.text("to").isEmpty() ? found.job().id() + ".html" : asked.text("to"));
        ReportFiles.page(report, page);
        context.say(page.toString());
        if (!asked.text("png").isEmpty()) {
            ReportFiles.pictures(report, Path.of(asked.text("png"))).forEach(file -> context.say(file.toString()));
        }
        found.orThrow();
    }
}
