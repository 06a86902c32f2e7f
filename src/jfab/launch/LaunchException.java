package jfab.launch;

import java.util.List;
import jfab.JfabException;

/** A job that could not be started, found or finished; it carries what its processes were at that moment. */
public final class LaunchException extends JfabException {
    private final transient List<Worker> workers;

    public LaunchException(String message) {
        this(message, List.of());
    }

    public LaunchException(String message, List<Worker> workers) {
        super(message);
        this.workers = List.copyOf(workers);
    }

    /** The job's processes; empty where none was started. */
    public List<Worker> workers() {
        return workers;
    }
}
