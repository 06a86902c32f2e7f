package jfab.control.task;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** The values of tasks that run once in an invocation. Whoever asks while the first one still runs waits for it. */
final class Once {
    private final Map<String, FutureTask<@Nullable Object>> values = new ConcurrentHashMap<>();
    // Which of them waits for which other: what leads back would wait forever.
    private final Map<String, String> waiting = new ConcurrentHashMap<>();

    /**
     * The value of {@code task}, which {@code body} computes if nobody did before.
     *
     * @param path the tasks on whose behalf this is asked
     */
    @Nullable
    Object value(String task, List<String> path, Callable<@Nullable Object> body) throws InterruptedException {
        FutureTask<@Nullable Object> mine = new FutureTask<>(body);
        FutureTask<@Nullable Object> earlier = values.putIfAbsent(task, mine);
        if (earlier == null) {
            mine.run();
            return get(mine);
        }
        List<String> waiters = path.stream().filter(values::containsKey).toList();
        waiters.forEach(waiter -> waiting.put(waiter, task));
        try {
            if (!earlier.isDone() && leadsTo(task, waiters)) {
                throw new TaskException(
                        "tasks wait for each other: " + String.join(" calls ", path) + " calls " + task);
            }
            return get(earlier);
        } finally {
            waiters.forEach(waiting::remove);
        }
    }

    private boolean leadsTo(String task, List<String> waiters) {
        String next = waiting.get(task);
        for (int step = 0; next != null && step <= values.size(); step++) {
            if (waiters.contains(next)) {
                return true;
            }
            next = waiting.get(next);
        }
        return false;
    }

    private static @Nullable Object get(FutureTask<@Nullable Object> value) throws InterruptedException {
        try {
            return value.get();
        } catch (ExecutionException e) {
            switch (Objects.requireNonNull(e.getCause())) {
                case InterruptedException interrupted -> throw interrupted;
                case RuntimeException failure -> throw failure;
                case Error error -> throw error;
                default -> throw new IllegalStateException(e);
            }
        }
    }
}
