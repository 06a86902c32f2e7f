package jfab.control.fabfile.jobs;

import jfab.control.task.Arity;
import jfab.control.task.TaskParameter;
import jfab.control.task.ValueType;
import org.jspecify.annotations.Nullable;

/** Parameters as commands about jobs have them. */
final class JobParameter {
    private JobParameter() {}

    /** The job that is meant, the first word behind the command, and null for the newest one. */
    static TaskParameter job() {
        return new TaskParameter(
                "job", ValueType.Plain.TEXT, Arity.VALUE, 1, false, null, null, "The job; the newest one unless said");
    }

    /** A flag with a default, which decides what it takes. */
    static TaskParameter flag(String name, @Nullable Object value, String help) {
        return TaskParameter.optional(name, value).explained(help);
    }
}
