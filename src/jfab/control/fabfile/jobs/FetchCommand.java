package jfab.control.fabfile.jobs;

import java.nio.file.Path;
import java.util.List;
import jfab.control.connection.Group;
import jfab.control.connection.GroupResult;
import jfab.control.launch.Fetch;
import jfab.control.launch.JobSearch;
import jfab.control.task.TaskParameter;
import org.jspecify.annotations.Nullable;

/** {@code jfab fetch}. */
final class FetchCommand implements JobCommand {
    @Override
    public String name() {
        return "fetch";
    }

    @Override
    public String description() {
        return "Bring models, logs and metrics of the newest job, or of JOB, here; of all its hosts, or of those that -H names";
    }

    @Override
    public List<TaskParameter> parameters() {
        return List.of(
                JobParameter.job(),
                JobParameter.flag(
                        "to", "output", "The folder in which a folder of the job's name gets one of each host's name"),
                JsonAnswer.flag());
    }

    @Override
    public void run(JobContext context, Group hosts, List<@Nullable Object> arguments) throws InterruptedException {
        JobArguments asked = new JobArguments(this, arguments);
        JobSearch.Found found = context.search(hosts).find(asked.job());
        Path to = Path.of(asked.text("to"));
        Fetch fetch = new Fetch(found.job());
        GroupResult<Path> fetched = fetch.each(to);
        int whole = found.everywhere().hosts().hosts().size();
        int here = fetched.succeeded().size();
        if (asked.on("json")) {
            context.answer(JsonAnswer.of(found.job().id())
                    .with("folder", fetch.local(to).toAbsolutePath().toString())
                    .with(
                            "hosts",
                            fetched.values().entrySet().stream()
                                    .map(host -> JsonAnswer.place(host.getKey(), host.getValue()))
                                    .toList())
                    .with("notFetched", fetch.left().isEmpty() ? null : String.join("; ", fetch.left()))
                    .failedHosts(found.asked(), fetched));
            fetched.throwFailed();
            found.orThrow();
            return;
        }
        if (here > 0) {
            context.say("fetched into " + fetch.local(to)
                    + (here < whole ? ", from " + here + " of " + whole + " hosts" : ""));
        }
        // Of a host that was not asked, nobody knows.
        if (here == whole && fetch.savedNothing()) {
            context.say("nothing is in output/: the job has saved no model so far");
        }
        fetch.left().forEach(context::say);
        fetched.throwFailed();
        found.orThrow();
    }
}
