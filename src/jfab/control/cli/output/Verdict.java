package jfab.control.cli.output;

import jfab.control.connection.command.CommandException;
import jfab.control.connection.files.TransferException;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.Host;
import jfab.control.task.HostOutcome;
import jfab.control.task.TaskException;
import org.jspecify.annotations.Nullable;

/**
 * How a host fared, in the words of the summary.
 *
 * @param exit the exit code of the command that decided; null where none did
 * @param signal without SIG; null for none
 * @param problem what went wrong, without the host's name; empty for nothing
 */
record Verdict(Kind kind, @Nullable Integer exit, @Nullable String signal, String problem) {
    /** What is told apart. */
    enum Kind {
        OK("ok"),
        FAILED("failed"),
        KILLED("killed"),
        TIMED_OUT("timed out"),
        TRANSFER("transfer failed"),
        BAD_NAME("bad name"),
        BAD_SETTINGS("bad settings"),
        UNREACHABLE("unreachable"),
        INCOMPATIBLE("incompatible"),
        HOST_KEY("host key refused"),
        LOGIN("login refused"),
        LOST("connection lost"),
        STOPPED("stopped"),
        NOT_BEGUN("not begun"),
        NOT_FINISHED("not finished");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    static Verdict of(HostOutcome outcome) {
        return switch (outcome) {
            case HostOutcome.Succeeded e -> new Verdict(Kind.OK, 0, null, "");
            case HostOutcome.Stopped e -> new Verdict(e.begun() ? Kind.STOPPED : Kind.NOT_BEGUN, null, null, "");
            case HostOutcome.Skipped e -> new Verdict(Kind.NOT_FINISHED, null, null, e.why());
            case HostOutcome.Failed e -> of(e);
        };
    }

    private static Verdict of(HostOutcome.Failed failed) {
        String problem = problem(failed.host(), FailureText.of(failed.failure()));
        return switch (TaskException.rootOf(failed.failure())) {
            case CommandException e ->
                new Verdict(
                        kind(e.reason()), e.result().exitStatus(), e.result().signal(), problem);
            case ConnectionException e -> new Verdict(kind(e.reason()), null, null, problem);
            case TransferException e -> new Verdict(Kind.TRANSFER, null, null, problem);
            default -> new Verdict(Kind.FAILED, null, null, problem);
        };
    }

    boolean ok() {
        return kind == Kind.OK;
    }

    /** Whether there is a time that it took. */
    boolean timed() {
        return kind != Kind.NOT_FINISHED && kind != Kind.NOT_BEGUN;
    }

    /** As the summary says it: {@code killed by SIGKILL}. */
    String words() {
        return switch (kind) {
            case KILLED -> "killed by SIG" + signal;
            case NOT_FINISHED -> kind.words() + ": " + problem;
            default -> kind.words();
        };
    }

    private static String problem(Host host, String text) {
        String name = host + ": ";
        return text.startsWith(name) ? text.substring(name.length()) : text;
    }

    private static Kind kind(CommandException.Reason reason) {
        return switch (reason) {
            case EXIT_CODE -> Kind.FAILED;
            case SIGNAL -> Kind.KILLED;
            case TIME_LIMIT -> Kind.TIMED_OUT;
            case INTERRUPTED -> Kind.STOPPED;
        };
    }

    private static Kind kind(ConnectionException.Reason reason) {
        return switch (reason) {
            case BAD_NAME -> Kind.BAD_NAME;
            case BAD_SETTINGS -> Kind.BAD_SETTINGS;
            case UNREACHABLE -> Kind.UNREACHABLE;
            case INCOMPATIBLE -> Kind.INCOMPATIBLE;
            case HOST_KEY -> Kind.HOST_KEY;
            case AUTHENTICATION -> Kind.LOGIN;
            case LOST -> Kind.LOST;
        };
    }
}
