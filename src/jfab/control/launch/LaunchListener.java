package jfab.control.launch;

import java.util.Collection;
import jfab.control.connection.command.OutputListener;
import jfab.control.connection.host.Host;

/** Receives what happens to a job while the launcher works on it, called from many threads. */
public interface LaunchListener extends OutputListener {
    /** One sentence on how the job as a whole goes. */
    void notice(String sentence);

    /** {@code sentence} with what the command lines that it advises need in order to find the same hosts. */
    String advising(String sentence);

    /** Hosts have these jobs; with {@code all}, no others. */
    void jobs(Collection<JobId> ids, boolean all);

    /** A line that a process of a job wrote. */
    void said(Member member, String line);

    /** {@code done} of {@code total} bytes of {@code what} are on {@code host}. */
    @Override
    void progress(Host host, String what, long done, long total);
}
