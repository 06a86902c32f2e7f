package jfab.launch;

import java.util.List;
import jfab.JfabException;
import jfab.connection.Host;
import jfab.connection.HostFailure;
import org.jspecify.annotations.Nullable;

/** A job that could not be started, found or finished; it carries what its processes were at that moment. */
public final class LaunchException extends JfabException implements HostFailure {
    private final transient List<Worker> workers;

    public LaunchException(String message) {
        this(message, List.of());
    }

    public LaunchException(String message, List<Worker> workers) {
        super(message);
        this.workers = List.copyOf(workers);
    }

    /** Where the process that the failure is about ran; null where it is about the job as a whole. */
    @Override
    public @Nullable Host host() {
        return workers.isEmpty() ? null : workers.getFirst().host();
    }

    /** The job's processes; empty where none was started. */
    public List<Worker> workers() {
        return workers;
    }
}
