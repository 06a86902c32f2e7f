package jfab.control.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OnceTest {
    private static final long LIMIT = 20;
    private final Once once = new Once();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @Test
    void whoeverAsksWhileTheFirstRunsWaitsForItsValue() throws Exception {
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        AtomicInteger runs = new AtomicInteger();
        Future<?> first = threads.submit(() -> once.value("x", List.of(), () -> {
            began.countDown();
            end.await();
            return runs.incrementAndGet();
        }));
        began.await(LIMIT, TimeUnit.SECONDS);
        Future<?> second = threads.submit(() -> once.value("x", List.of(), runs::incrementAndGet));
        end.countDown();
        assertEquals(1, first.get(LIMIT, TimeUnit.SECONDS));
        assertEquals(1, second.get(LIMIT, TimeUnit.SECONDS));
    }

    @Test
    void aFailureIsEveryones() {
        for (int time = 0; time < 2; time++) {
            TaskException failure = assertThrows(
                    TaskException.class,
                    () -> once.value("x", List.of(), () -> {
                        throw new TaskException("no");
                    }));
            assertEquals("no", failure.getMessage());
        }
    }

    @Test
    void twoThatWaitForEachOtherFailInsteadOfWaitingForever() throws Exception {
        CyclicBarrier both = new CyclicBarrier(2);
        Future<?> x = threads.submit(() -> once.value("x", List.of(), () -> {
            both.await(LIMIT, TimeUnit.SECONDS);
            return once.value("y", List.of("x"), () -> 1);
        }));
        Future<?> y = threads.submit(() -> once.value("y", List.of(), () -> {
            both.await(LIMIT, TimeUnit.SECONDS);
            return once.value("x", List.of("y"), () -> 1);
        }));
        for (Future<?> each : List.of(x, y)) {
            ExecutionException failed = assertThrows(ExecutionException.class, () -> each.get(LIMIT, TimeUnit.SECONDS));
            assertInstanceOf(TaskException.class, failed.getCause());
        }
    }
}
