package jfab.control.cli;

import java.util.Set;
import java.util.stream.Collectors;
import jfab.JfabException;
import jfab.control.connection.command.CommandException;
import jfab.control.connection.host.ConnectionException;
import jfab.control.settings.SettingException;
import jfab.control.task.HostOutcome;
import jfab.control.task.Report;
import jfab.control.task.TaskException;
import jfab.script.ScriptException;

/** What the process tells its caller. */
public final class JfabExitCode {
    public static final int OK = 0;
    public static final int FAILURE = 1;
    public static final int USAGE = 2;
    public static final int UNREACHABLE = 4;
    public static final int INTERRUPTED = 130;
    /** As of a command that SIGTERM has ended. */
    private static final int TIMED_OUT = 143;

    private JfabExitCode() {}

    /** The code for a run: that of its failures where they agree. */
    public static int of(Report report) {
        if (report.stopped()) {
            return INTERRUPTED;
        }
        Set<Integer> codes = report.outcomes().stream()
                .filter(HostOutcome.Failed.class::isInstance)
                .map(outcome -> ofFailureOnHost(((HostOutcome.Failed) outcome).failure()))
                .collect(Collectors.toSet());
        return switch (codes.size()) {
            case 0 -> report.ok() ? OK : FAILURE;
            case 1 -> codes.iterator().next();
            default -> FAILURE;
        };
    }

    /** Whether a task's own code failed, and not what it asked a host for. */
    public static boolean isOfScript(Report report) {
        return report.outcomes().stream()
                .anyMatch(outcome -> outcome instanceof HostOutcome.Failed failed
                        && TaskException.rootOf(failed.failure()) instanceof ScriptException);
    }

    /** The code for something that went wrong before any task ran. */
    public static int before(Throwable failure) {
        return switch (failure) {
            case UsageException e -> USAGE;
            case ScriptException e -> USAGE;
            case TaskException e -> USAGE;
            case SettingException e -> USAGE;
            case ConnectionException e when e.host() == null -> USAGE;
            default -> FAILURE;
        };
    }

    private static int ofFailureOnHost(Throwable failure) {
        return switch (TaskException.rootOf(failure)) {
            // Nobody knows how it ended, or whether: the host no longer answers.
            case CommandException e
            when e.reason() == CommandException.Reason.TIME_LIMIT && e.result().exitStatus() < 0 -> TIMED_OUT;
            // A code that the command did not accept may still be 0; a failure never is.
            case CommandException e -> Math.max(FAILURE, e.result().exitStatus() & 0xff);
            case ConnectionException e when e.reason() == ConnectionException.Reason.UNREACHABLE -> UNREACHABLE;
            case JfabException e -> e.exitCode();
            default -> FAILURE;
        };
    }
}
