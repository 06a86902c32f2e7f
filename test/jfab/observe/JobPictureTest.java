package jfab.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import jfab.launch.WorkerState;
import org.junit.jupiter.api.Test;

class JobPictureTest {
    /** One host with a server, and with a trainer that has not been started yet. */
    private static JobPicture starting(WorkerState server, String... events) {
        RankView waiting = RankView.unknown("trainer", 0, "gpu0");
        RankView serving = new RankView(
                "pserver",
                0,
                "gpu0",
                Optional.of(server),
                waiting.cpu(),
                waiting.memoryKb(),
                waiting.silent(),
                List.of());
        return new JobPicture(
                "JOB20261121120000",
                Pictures.BEGUN,
                Pictures.BEGUN.plusSeconds(9),
                List.of(new HostView("gpu0", true, 1, 1, 1, List.of())),
                List.of(serving, waiting),
                List.of(events).stream()
                        .map(event -> new JobEvent(Pictures.BEGUN, "gpu0", "pserver-0", event))
                        .toList());
    }

    @Test
    void aJobThatWasEndedBeforeItsTrainersStartedIsOver() {
        JobPicture ended = starting(new WorkerState.Exited(0), "started 4711", "stopped by kill", "exited 0");
        assertTrue(ended.over());
        assertEquals("stopped", ended.state());
        JobPicture killed = starting(new WorkerState.Exited(143), "started 4711", "stopped by kill", "exited 143");
        assertEquals("stopped", killed.state());
    }

    @Test
    void aJobWhoseTrainersAreStillToBeStartedIsNot() {
        JobPicture starts = starting(new WorkerState.Running(), "started 4711");
        assertFalse(starts.over());
        assertEquals("starting", starts.state());
    }
}
