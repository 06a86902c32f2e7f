package jfab.control.fabfile;

import jfab.control.connection.host.Host;
import jfab.control.launch.LaunchListener;
import jfab.control.launch.Member;
import jfab.control.task.TaskEvent;
import jfab.control.task.TaskListener;

/** What happens to a job, as events of the task that works on it. */
record LaunchEvents(TaskListener listener) implements LaunchListener {
    @Override
    public void line(Host host, Stream stream, String line) {
        listener.on(new TaskEvent.Line(host, stream, line));
    }

    @Override
    public void said(Member member, String line) {
        listener.on(new TaskEvent.Line(
                null,
                Stream.OUT,
                "[" + member.host() + " " + member.role().word() + " " + member.rank() + "] " + line));
    }

    @Override
    public void notice(String sentence) {
        listener.notice(null, sentence);
    }

    @Override
    public void progress(Host host, String what, long done, long total) {
        listener.on(new TaskEvent.Progress(host, what, done, total));
    }
}
