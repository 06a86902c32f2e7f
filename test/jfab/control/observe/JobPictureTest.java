package jfab.control.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import jfab.control.connection.host.Host;
import jfab.control.launch.JobId;
import jfab.control.launch.ProcessEvent;
import jfab.control.launch.ProcessStatus;
import jfab.control.launch.Worker;
import jfab.control.launch.WorkerState;
import jfab.role.Role;
import org.junit.jupiter.api.Test;

class JobPictureTest {
    private static final Host HOST = Host.parse("gpu0");

    /** One host with a server, and with a trainer that has not been started yet. */
    private static JobPicture starting(WorkerState server, String... events) {
        RankView waiting = RankView.unknown("trainer", 0, "gpu0");
        RankView serving = new RankView(
                "pserver",
                0,
                "gpu0",
                Optional.of(ProcessStatus.of(
                        new Worker(HOST, Role.PSERVER, 0, 4711, server),
                        0,
                        Duration.ZERO,
                        Pictures.BEGUN,
                        told(events))),
                waiting.cpu(),
                waiting.memoryKb(),
                waiting.doing(),
                List.of());
        return new JobPicture(
                JobId.parse("JOB20261121120000"),
                Pictures.BEGUN,
                Pictures.BEGUN.plusSeconds(9),
                List.of(new HostView("gpu0", true, 1, 1, 1, List.of())),
                List.of(serving, waiting),
                told(events));
    }

    private static List<ProcessEvent> told(String... events) {
        return Stream.of(events)
                .map(event -> ProcessEvent.parse(HOST, "1795262400.000000000 pserver-0 " + event))
                .toList();
    }

    @Test
    void aJobThatWasEndedBeforeItsTrainersStartedIsOver() {
        JobPicture ended = starting(new WorkerState.Exited(0), "started 4711", "stopped by kill", "exited 0");
        assertTrue(ended.over());
        assertEquals("killed", ended.state());
        JobPicture killed = starting(new WorkerState.Exited(143), "started 4711", "stopped by kill", "exited 143");
        assertEquals("killed", killed.state());
    }

    @Test
    void aJobWhoseTrainersAreStillToBeStartedIsNot() {
        JobPicture starts = starting(new WorkerState.Running(), "started 4711");
        assertFalse(starts.over());
        assertEquals("starting", starts.state());
    }
}
