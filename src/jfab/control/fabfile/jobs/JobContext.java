package jfab.control.fabfile.jobs;

import java.util.function.Consumer;
import java.util.function.Supplier;
import jfab.PlainText;
import jfab.control.connection.Group;
import jfab.control.launch.JobSearch;
import jfab.control.launch.LaunchListener;
import jfab.control.launch.Survey;
import jfab.control.launch.start.ClusterSpec;

/**
 * What commands about jobs work with.
 *
 * @param cluster what the fabfile says, looked up when it is asked for
 * @param listener hears how a job goes
 * @param answer prints a line of the command's answer
 */
public record JobContext(Supplier<ClusterSpec> cluster, LaunchListener listener, Consumer<String> answer) {
    /** Prints a line, in which words of a host are text alone. */
    public void say(String line) {
        answer.accept(PlainText.of(line));
    }

    /** Prints the whole answer of a command that was asked for JSON. */
    void answer(JsonAnswer json) {
        answer.accept(json.toString());
    }

    /** Where jobs are looked for. */
    JobSearch search(Group hosts) {
        return new JobSearch(hosts, cluster.get().rootDir(), listener);
    }

    /** Names jobs that run, where the newest does not: one that failed to start stands before them. */
    void tellOfOlder(JobSearch search, String command) throws InterruptedException {
        search.all().jobs().stream()
                .filter(Survey::runs)
                .forEach(older -> listener.notice(older.id() + " is older, and runs" + command + older.id()));
    }

    /** How jobs are waited for that {@code search} has found before they have begun. */
    Arrival arrival(JobSearch search) {
        return new Arrival(search, cluster.get().limits().start());
    }
}
