package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jfab.control.connection.GroupResult;
import jfab.control.connection.host.Host;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long hosts are asked again for the logs of processes. */
class LogFlowTest {
    /** That of a request which a signal has ended, so that it is made again. */
    private static final int HANG_UP = 129;

    private final List<String> lines = new ArrayList<>();
    private final LogFlow.Listener listener = new LogFlow.Listener() {
        @Override
        public void line(String name, String line) {
            lines.add(line);
        }

        @Override
        public void ended(Worker worker) {}
    };

    private GroupResult<Host> read(FakeHost host, boolean follow) throws InterruptedException {
        return new LogFlow(host.job(new Notices()), follow, 0, listener, Duration.ofSeconds(1))
                .read(Map.of(FakeHost.HOST, List.of("trainer-0")), "0");
    }

    @Test
    void whoWaitsForRoomOnAFullDiskIsNamedOnceUntilItWritesSomething() throws Exception {
        Notices notices = new Notices();
        FakeHost host = new FakeHost(
                "% trainer-0\n% trainer-0\n% trainer-9\ntrainer-0 4\none\n% trainer-0\n! trainer-0 5 exited 1\n", 0);
        new LogFlow(host.job(notices), true, 0, listener, Duration.ofSeconds(1))
                .read(Map.of(FakeHost.HOST, List.of("trainer-0")), "0")
                .orThrow();
        String said =
                "JOB20260131120000: trainer-0 on gpu1 is waiting for room on the disk of its host, to begin again";
        assertEquals(List.of(said, said), notices.said());
    }

    @ParameterizedTest
    @CsvSource({"'', true", "'', false", "'= trainer-0 0', false", "'trainer-0 0', false"})
    void aHostThatGivesNothingForTooLongHasFailed(String answer, boolean follow) throws Exception {
        GroupResult<Host> result = read(new FakeHost(answer.isEmpty() ? "" : answer + "\n", HANG_UP), follow);
        assertTrue(!result.ok(), "it gave nothing");
        assertEquals(List.of(), lines);
    }
}
