package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import jfab.control.connection.Group;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.Host;
import jfab.role.Role;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class FollowTest {
    private static final Host NEAR = Host.parse("near");
    private static final Host FAR = Host.parse("far");

    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicInteger asked = new AtomicInteger();

    /** A trainer has ended; of the other one, whose host is away for the first two times, nothing is heard before it is told to. */
    private String answer(Host host, String word) {
        return switch (word) {
            case "flow" -> {
                if (host.equals(FAR)) {
                    await();
                }
                yield host.equals(NEAR) ? "! trainer-0 5 exited 7\n" : "! trainer-1 6 exited 143\n";
            }
            case "end_job" -> {
                if (host.equals(FAR) && asked.incrementAndGet() < 3) {
                    throw new ConnectionException(host, ConnectionException.Reason.UNREACHABLE, "it is down", null);
                }
                if (host.equals(FAR)) {
                    ended.countDown();
                }
                yield "trainers ended\n";
            }
            default -> "fail";
        };
    }

    private void await() {
        try {
            ended.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    @Timeout(60)
    void aHostThatCannotBeReachedIsToldToEndAsSoonAsItCan() {
        List<Member> members = Stream.of(NEAR, FAR)
                .map(host -> new Member(
                        Role.TRAINER,
                        host.equals(NEAR) ? 0 : 1,
                        host,
                        host.name(),
                        List.of(),
                        "log",
                        List.of(),
                        Map.of(),
                        0))
                .toList();
        Description description = new Description(
                JobId.parse("JOB20260131120000"),
                List.of(NEAR, FAR),
                members,
                "work",
                "",
                Duration.ofSeconds(1),
                Duration.ZERO,
                Map.of());
        Group hosts = new Group(List.of(NEAR, FAR), FakeHost.connecting(this::answer));
        Job job = new Job(description, hosts, new Notices());
        LaunchException failed = assertThrows(LaunchException.class, () -> new Follow(job).untilEnd());
        assertEquals(7, failed.exitCode());
        assertEquals(3, asked.get());
    }
}
