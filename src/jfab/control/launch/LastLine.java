package jfab.control.launch;

import java.time.Duration;
import java.util.Collection;
import jfab.control.connection.host.Host;

/** Passes on what happens to a job, and knows for how long none of its processes has written a line. */
public final class LastLine implements LaunchListener {
    private final LaunchListener listener;
    private volatile long last = System.nanoTime();

    public LastLine(LaunchListener listener) {
        this.listener = listener;
    }

    /** Since the last line, or since this began. */
    public Duration quiet() {
        return Duration.ofNanos(System.nanoTime() - last);
    }

    @Override
    public void said(Member member, String line) {
        last = System.nanoTime();
        listener.said(member, line);
    }

    @Override
    public void line(Host host, Stream stream, String line) {
        listener.line(host, stream, line);
    }

    @Override
    public void jobs(Collection<JobId> ids, boolean all) {
        listener.jobs(ids, all);
    }

    @Override
    public void notice(String sentence) {
        listener.notice(sentence);
    }

    @Override
    public String advising(String sentence) {
        return listener.advising(sentence);
    }

    @Override
    public void progress(Host host, String what, long done, long total) {
        listener.progress(host, what, done, total);
    }
}
