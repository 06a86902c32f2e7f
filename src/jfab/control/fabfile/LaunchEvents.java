package jfab.control.fabfile;

import java.util.Collection;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jfab.control.connection.host.Host;
import jfab.control.launch.JobId;
import jfab.control.launch.LaunchListener;
import jfab.control.launch.Member;
import jfab.control.task.TaskEvent;
import jfab.control.task.TaskListener;

/** What happens to a job, as events of the task that works on it. */
record LaunchEvents(TaskListener listener) implements LaunchListener {
    /** Of a job that another invocation started, this one does not know it; a process may have printed its environment. */
    private static final Pattern TOKEN = Pattern.compile("(JFAB_JOB_TOKEN\\W{1,4})[0-9a-f]{16,}");

    private static final Pattern ANEW = Pattern.compile("\\r(?!\\z)");

    @Override
    public void line(Host host, Stream stream, String line) {
        listener.on(new TaskEvent.Line(host, stream, line));
    }

    @Override
    public void said(Member member, String line) {
        String prefix = "[" + member.host() + " " + member.role().word() + " " + member.rank() + "] ";
        String text = TOKEN.matcher(line).replaceAll("$1***");
        // What begins the line anew, as progress bars do, begins it with whose it is.
        listener.on(new TaskEvent.Line(
                null, Stream.OUT, prefix + ANEW.matcher(text).replaceAll(Matcher.quoteReplacement("\r" + prefix))));
    }

    @Override
    public void jobs(Collection<JobId> ids, boolean all) {
        listener.jobs(ids.stream().map(JobId::toString).toList(), all);
    }

    @Override
    public void notice(String sentence) {
        listener.notice(null, sentence);
    }

    @Override
    public String advising(String sentence) {
        return listener.advising(sentence);
    }

    @Override
    public void progress(Host host, String what, long done, long total) {
        listener.on(new TaskEvent.Progress(host, what, done, total));
    }
}
