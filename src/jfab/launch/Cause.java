package jfab.launch;

import java.util.List;
import jfab.role.Role;

/** The sentence that names what went wrong with a process: host, role, how it ended, its last words. */
final class Cause {
    private static final int LAST_LINES = 20;

    private Cause() {}

    /**
     * Why {@code worker} is not doing its work.
     *
     * @param overdue what to say of it while it still runs
     */
    static LaunchException of(Node node, JobId job, Worker worker, String overdue) {
        String ended = switch (worker.state()) {
            case WorkerState.Running() -> overdue;
            case WorkerState.Exited(int code) -> "exited with " + code;
            case WorkerState.Lost() -> "is gone without an exit code";
        };
        return new LaunchException(
                node.host() + ": " + worker.role().word() + " " + worker.rank() + " " + ended
                        + lastWords(node.tail(job, worker.name(), LAST_LINES)) + " (" + job + ", "
                        + (worker.role() == Role.PSERVER ? "log/server.log" : "log/train.log") + ")",
                List.of(worker));
    }

    /** The last line that says something; where a Java stack trace ends the log, the line above it. */
    private static String lastWords(String log) {
        List<String> lines = log.lines()
                .filter(line -> !line.isBlank() && !line.startsWith("\tat ") && !line.startsWith("Caused by: "))
                .toList();
        return lines.isEmpty() ? "" : ": " + lines.getLast().strip();
    }
}
