package jfab.control.fabfile.jobs;

import jfab.control.task.Parameter;
import jfab.control.task.Takes;
import jfab.control.task.ValueType;
import org.jspecify.annotations.Nullable;

/** Parameters as commands about jobs have them. */
final class JobParameter {
    private JobParameter() {}

    /** The job that is meant, the first word behind the command; empty for the newest one. */
    static Parameter job() {
        return new Parameter(
                "job", ValueType.Plain.TEXT, Takes.VALUE, 1, false, "", null, "The job; the newest one unless said");
    }

    /** A flag with a default, which decides what it takes. */
    static Parameter flag(String name, @Nullable Object value, String help) {
        Parameter plain = Parameter.optional(name, value);
        return new Parameter(
                name, plain.type(), plain.takes(), plain.place(), plain.required(), value, plain.letter(), help);
    }
}
