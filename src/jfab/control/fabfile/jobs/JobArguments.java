package jfab.control.fabfile.jobs;

import java.time.Duration;
import java.util.List;
import jfab.control.launch.JobSearch;
import jfab.control.launch.LaunchException;
import jfab.control.task.TaskParameter;
import org.jspecify.annotations.Nullable;

/** What the user asked a command for: its parameters by name. A value that cannot be right is answered with exit code 2. */
record JobArguments(JobCommand command, List<@Nullable Object> arguments) {
    String text(String name) {
        Object value = value(name);
        return value == null ? "" : value.toString();
    }

    /** Which job is meant; empty for the newest one. A script whose variable is empty means another one. */
    String job() {
        if (has("job") && text("job").isEmpty()) {
            throw mistake("JOB is empty; leave it out for the newest job");
        }
        return text("job");
    }

    /** Throws where the newest job is meant, and that may be on a host that could not be asked and has no part in {@code found}. */
    void newestIsKnown(JobContext context, JobSearch.Found found) {
        if (job().isEmpty() && found.asked().failed().size() > found.unreached().size()) {
            context.listener()
                    .notice("the newest job may be on a host that cannot be reached; " + command.name() + " "
                            + found.job().id() + " if that is meant");
            found.orThrow();
        }
    }

    boolean on(String name) {
        return Boolean.TRUE.equals(value(name));
    }

    /** Whether there is a value at all. */
    boolean has(String name) {
        return value(name) != null;
    }

    /** A whole number that is {@code least} or more. */
    int number(String name, int least) {
        if (!(value(name) instanceof Number number)) {
            throw new IllegalStateException(name + " is no number");
        }
        long value = number.longValue();
        if (value < least) {
            throw mistake(flag(name) + " takes a whole number from " + least + ", not " + value);
        }
        if (value > Integer.MAX_VALUE) {
            throw mistake(flag(name) + " takes a whole number below 2147483648, not " + value);
        }
        return (int) value;
    }

    /** A time as in {@code 36h}. */
    Duration span(String name) {
        return Times.span(text(name))
                .orElseThrow(
                        () -> mistake(flag(name) + " takes a time as 90s, 30m, 36h or 30d, not '" + text(name) + "'"));
    }

    /** What is wrong with the command line: the flag, what was given, and what is expected. */
    LaunchException mistake(String sentence) {
        return LaunchException.usage("task '" + command.name() + "': " + sentence);
    }

    private String flag(String name) {
        return parameter(name).flag();
    }

    private TaskParameter parameter(String name) {
        return command.parameters().get(index(name));
    }

    private @Nullable Object value(String name) {
        return arguments.get(index(name));
    }

    private int index(String name) {
        List<TaskParameter> parameters = command.parameters();
        for (int i = 0; i < parameters.size(); i++) {
            if (parameters.get(i).name().equals(name)) {
                return i;
            }
        }
        throw new IllegalArgumentException("no parameter " + name);
    }
}
