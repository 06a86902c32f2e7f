package jfab.control.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
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
        return asked(9, Duration.ZERO, List.of(), server, events);
    }

    /** @param after seconds after it began, when the server was silent that long */
    private static JobPicture asked(
            int after, Duration silent, List<ObservedStep> steps, WorkerState server, String... events) {
        RankView waiting = RankView.unknown("trainer", 0, "gpu0");
        RankView serving = new RankView(
                "pserver",
                0,
                "gpu0",
                Optional.of(ProcessStatus.of(
                        new Worker(HOST, Role.PSERVER, 0, 4711, server),
                        0,
                        silent,
                        Pictures.BEGUN.plusSeconds(after),
                        told(events))),
                waiting.cpu(),
                waiting.memoryKb(),
                waiting.doing(),
                steps);
        return new JobPicture(
                JobId.parse("JOB20261121120000"),
                Pictures.BEGUN,
                Pictures.BEGUN.plusSeconds(after),
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

    @Test
    void theTimeOfAJobThatIsOverEndsWithItsLastProcessWheneverItIsAskedFor() {
        List<ObservedStep> later = List.of(
                new ObservedStep(Pictures.BEGUN.plusSeconds(40), 1, OptionalDouble.of(1), 1, 1, 1, Map.of(), Map.of()));
        for (int after : List.of(60, 6000)) {
            JobPicture failed =
                    asked(after, Duration.ZERO, later, new WorkerState.Exited(3), "started 4711", "exited 3");
            assertEquals(Pictures.BEGUN, failed.end());
            assertFalse(failed.endsLater());
        }
    }

    @Test
    void ofAProcessThatIsGoneWithoutAnExitCodeTheLastSignOfLifeCounts() {
        List<ObservedStep> steps = List.of(
                new ObservedStep(Pictures.BEGUN.plusSeconds(40), 1, OptionalDouble.of(1), 1, 1, 1, Map.of(), Map.of()));
        for (int after : List.of(60, 6000)) {
            JobPicture lost =
                    asked(after, Duration.ofSeconds(after - 42), steps, new WorkerState.Lost(), "started 4711");
            assertEquals(Duration.ofSeconds(42), lost.age());
            assertTrue(lost.endsLater());
            JobPicture mute = asked(after, Duration.ZERO, steps, new WorkerState.Lost(), "started 4711");
            assertEquals(Duration.ofSeconds(40), mute.age());
            assertTrue(mute.endsLater());
        }
    }
}
