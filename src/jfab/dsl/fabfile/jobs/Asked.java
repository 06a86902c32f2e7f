package jfab.dsl.fabfile.jobs;

import java.util.List;
import jfab.task.Parameter;
import org.jspecify.annotations.Nullable;

/** What the user asked a command for: its parameters by name. */
record Asked(List<Parameter> parameters, List<@Nullable Object> arguments) {
    String text(String name) {
        Object value = value(name);
        return value == null ? "" : value.toString();
    }

    int number(String name) {
        Object value = value(name);
        return value instanceof Number number ? number.intValue() : -1;
    }

    boolean on(String name) {
        return Boolean.TRUE.equals(value(name));
    }

    private @Nullable Object value(String name) {
        for (int i = 0; i < parameters.size(); i++) {
            if (parameters.get(i).name().equals(name)) {
                return arguments.get(i);
            }
        }
        throw new IllegalArgumentException("no parameter " + name);
    }
}
