package jfab.control.launch;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import jfab.control.connection.command.OutputListener;
import jfab.control.connection.host.Host;

/**
 * Keeps what a job's start says, and passes over the rest.
 *
 * @param said the sentences in their order
 */
public record Notices(List<String> said) implements LaunchListener {
    public Notices() {
        this(Collections.synchronizedList(new ArrayList<>()));
    }

    @Override
    public void notice(String sentence) {
        said.add(sentence);
    }

    @Override
    public String advising(String sentence) {
        return sentence;
    }

    @Override
    public void jobs(Collection<JobId> ids, boolean all) {}

    @Override
    public void said(Member member, String line) {}

    @Override
    public void line(Host host, OutputListener.Stream stream, String line) {}

    @Override
    public void progress(Host host, String what, long done, long total) {}
}
