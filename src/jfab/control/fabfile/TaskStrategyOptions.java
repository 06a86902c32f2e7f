package jfab.control.fabfile;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import jfab.Durations;
import jfab.control.task.HostShare;
import jfab.control.task.Strategy;
import jfab.control.task.TaskException;
import org.jspecify.annotations.Nullable;

/** Those named arguments of the word {@code task} that say which of its hosts run together. */
final class TaskStrategyOptions {
    private TaskStrategyOptions() {}

    /** Takes its arguments out of {@code options}; {@code wait} is its own only beside {@code batch}. */
    static Strategy taken(Map<String, @Nullable Object> options) {
        Object serial = options.remove("serial");
        if (serial != null && !(serial instanceof Boolean)) {
            throw new TaskException("serial: takes true or false, not '" + serial + "'");
        }
        if (!options.containsKey("batch")) {
            return Boolean.TRUE.equals(serial) ? new Strategy.Serial() : new Strategy.Parallel();
        }
        if (Boolean.TRUE.equals(serial)) {
            throw new TaskException("serial: and batch: contradict each other; batch: 1 is one host after the other");
        }
        List<?> batch = TaskRole.list(options.remove("batch"));
        Object wait = options.remove("wait");
        String sizes = batch.stream().map(String::valueOf).collect(Collectors.joining(","));
        return new Strategy.Rolling(
                HostShare.sizes(sizes, "batch:"), wait == null ? Duration.ZERO : time("wait:", wait));
    }

    /** A number of seconds, or a text such as {@code '5m'}. */
    static Duration time(String word, Object time) {
        return Durations.read(String.valueOf(time))
                .orElseThrow(() ->
                        new TaskException(word + " takes a time such as 30, '30s', '5m' or '1h', not '" + time + "'"));
    }
}
