package jfab.control.task;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A task that runs with another one, and what it is given.
 *
 * @param task its name, with dashes
 * @param positional values in the order of its parameters
 * @param named values by parameter
 */
public record Hook(String task, List<@Nullable Object> positional, Map<String, @Nullable Object> named) {
    public Hook {
        task = Task.dashed(task);
        positional = Collections.unmodifiableList(new ArrayList<>(positional));
        named = Collections.unmodifiableMap(new LinkedHashMap<>(named));
    }

    /** A task that is given nothing. */
    public static Hook of(String task) {
        return new Hook(task, List.of(), Map.of());
    }

    /** The same call of the task called {@code name}. */
    public Hook named(String name) {
        return new Hook(name, positional, named);
    }

    Request request(Task target) {
        return Request.of(target, positional, named);
    }
}
