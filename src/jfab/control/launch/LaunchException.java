package jfab.control.launch;

import java.util.List;
import java.util.function.UnaryOperator;
import jfab.JfabException;
import jfab.control.connection.host.Host;
import jfab.control.connection.host.HostFailure;
import org.jspecify.annotations.Nullable;

/** A job that could not be started, found or finished; it carries what its processes were at that moment. */
public final class LaunchException extends JfabException implements HostFailure {
    private static final int USAGE = 2;

    /** What sysexits calls EX_TEMPFAIL: ask again later. */
    public static final int UNFINISHED = 75;

    private final transient List<Worker> workers;
    private final int exitCode;

    public LaunchException(String message) {
        this(message, List.of());
    }

    public LaunchException(String message, List<Worker> workers) {
        this(message, workers, 1);
    }

    private LaunchException(String message, List<Worker> workers, int exitCode) {
        super(message);
        this.exitCode = exitCode;
        this.workers = List.copyOf(workers);
    }

    /** A job that was asked for in a way that cannot be right. */
    public static LaunchException usage(String message) {
        return new LaunchException(message, List.of(), USAGE);
    }

    /** A job that somebody wants the end of, and that still runs. */
    public static LaunchException unfinished(String message) {
        return new LaunchException(message, List.of(), UNFINISHED);
    }

    /** A job that somebody has ended: with the code of what a signal ends, as {@code onEnd} is told. */
    public static LaunchException killed(JobId job) {
        return new LaunchException(job + " was killed", List.of(), EndOf.TERMINATED);
    }

    /** A job whose run {@code how} has ended with {@code exitCode}, and that has been begun again since. */
    static LaunchException restarted(JobId job, String how, int exitCode) {
        return new LaunchException(
                job + " " + how + ", and has been restarted since; jfab attach " + job + " follows it",
                List.of(),
                exitCode);
    }

    /** This failure as that of a whole job, which ends with the code of the process that failed first. */
    LaunchException ofJob(WorkerState state) {
        int code = state instanceof WorkerState.Exited(int exited) && exited != 0 ? exited : 1;
        LaunchException same = new LaunchException(String.valueOf(getMessage()), workers, code);
        same.initCause(this);
        return same;
    }

    /** The same failure in the words that {@code words} makes of its own. */
    public LaunchException in(UnaryOperator<String> words) {
        LaunchException same = new LaunchException(words.apply(String.valueOf(getMessage())), workers, exitCode);
        same.initCause(this);
        return same;
    }

    @Override
    public int exitCode() {
        return exitCode;
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
