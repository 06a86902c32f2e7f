package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import jfab.control.connection.host.Host;
import jfab.role.Role;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SurveyTest {
    private static final String CLOCK = "clock 1769860800.000000000\n";
    private static final Host HOST = Host.parse("172.16.0.5");
    private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");

    @Test
    void aServerThatIsEndedWhenAllTrainersAreDoneHasNotFailed() {
        Survey done = survey(status(Role.TRAINER, 0), stopped(Role.PSERVER, 143));
        assertEquals("ended", done.state());
        assertEquals(2, done.succeeded());
        assertEquals(0, done.failed());
    }

    @Test
    void aServerThatEndsByItselfWithACodeHasFailedUnlessAllTrainersHadEndedWellBefore() {
        ProcessStatus trainer = status(Role.TRAINER, 0, NOON);
        Survey before = survey(trainer, status(Role.PSERVER, 1, NOON.minusSeconds(1)));
        assertEquals("failed", before.state());
        Survey after = survey(trainer, status(Role.PSERVER, 1, NOON.plusSeconds(1)));
        assertEquals("ended", after.state());
        assertEquals(0, after.failed());
    }

    @Test
    void aJobWhoseTrainersWereEndedWasKilled() {
        Survey killed = survey(stopped(Role.TRAINER, 143), stopped(Role.PSERVER, 143));
        assertEquals("killed", killed.state());
        assertEquals(2, killed.failed());
    }

    /** Trainers are ended first, and servers that have none any more end by themselves. */
    @Test
    void whoEndsSinceAnotherOneWasEndedByHandHasNotFailed() {
        ProcessStatus trainer = stopped(Role.TRAINER, 143);
        assertEquals("killed", survey(trainer, status(Role.PSERVER, 3)).state());
        assertEquals("failed", survey(trainer, status(Role.PSERVER, 1)).state());
        assertEquals(
                "failed",
                survey(trainer, status(Role.PSERVER, 3, NOON.minusSeconds(9))).state());
    }

    @Test
    void aTrainerThatEndsWithoutAComplaintWhenItIsToldToHasLeftItsWorkUndone() {
        Survey killed = survey(stopped(Role.TRAINER, 0), stopped(Role.PSERVER, 143));
        assertEquals("killed", killed.state());
        assertEquals(2, killed.failed());
    }

    @Test
    void aJobThatGoesOnWithoutATrainerHasNotFailedUnlessNoTrainerIsLeft() {
        ProcessStatus well = status(Role.TRAINER, 0);
        assertEquals("ended", survey(well, survived(137)).state());
        assertEquals(0, survey(well, survived(137), stopped(Role.PSERVER, 143)).failed());
        assertEquals("failed", survey(status(Role.TRAINER, 1), survived(137)).state());
        assertEquals("failed", survey(survived(137)).state());
    }

    /** Each of its lines may be the last that came. */
    @Test
    void anAnswerThatIsCutOffIsNone() {
        String whole = "job JOB20260131120000\nprocess 0 trainer-0 5 running\n" + CLOCK;
        assertEquals(1, HostReport.parse(HOST, whole, NOON, NOON).jobs().size());
        for (int length = 0; length < whole.length(); length++) {
            String cut = whole.substring(0, length);
            assertThrows(LaunchException.class, () -> HostReport.parse(HOST, cut, NOON, NOON), cut);
        }
    }

    @Test
    void aRunThatWasFollowedByAnotherOneEndedAsItDidThen() {
        assertEquals(
                "JOB20260131120000 was killed, and has been restarted since; jfab attach JOB20260131120000 follows it 143",
                restartedSince(0, "stopped by kill", "exited 143"));
        assertEquals(
                "JOB20260131120000 failed, as trainer 0 on 172.16.0.5 exited with 7, and has been restarted since;"
                        + " jfab attach JOB20260131120000 follows it 7",
                restartedSince(0, "exited 7"));
        assertEquals(
                "JOB20260131120000 ended, and has been restarted since; jfab attach JOB20260131120000 follows it 75",
                restartedSince(0, "exited 0"));
        assertEquals("none", restartedSince(1, "exited 7"));
    }

    /** What is said of run {@code run} of a job whose first one ended so, and whose second one goes on. */
    private static String restartedSince(int run, String... end) {
        StringBuilder answer = new StringBuilder("job JOB20260131120000\n");
        int second = 1_769_860_800;
        answer.append("event %d.000000000 trainer-0 started 5\n".formatted(second++));
        for (String each : end) {
            answer.append("event %d.000000000 trainer-0 %s\n".formatted(second++, each));
        }
        answer.append("event %d.000000000 job revived 1\n".formatted(second++));
        answer.append("event %d.000000000 trainer-0 started 6\nprocess 0 trainer-0 6 running\n".formatted(second));
        return Survey.of(
                        JobId.parse("JOB20260131120000"),
                        List.of(HostReport.parse(HOST, answer + CLOCK, NOON, NOON)),
                        List.of(),
                        List.of(HOST))
                .restartedSince(run)
                .map(told -> told.getMessage() + " " + told.exitCode())
                .orElse("none");
    }

    /** A host that says more than it can know decides nothing about those of the others. */
    @Test
    void whatAHostSaysOfAnotherOnesProcessesDoesNotCount() {
        Host other = Host.parse("172.16.0.6");
        String answer =
                "job JOB20260131120000\nprocess 0 trainer-0 77 exited 1\nevent 1769860800.000000000 trainer-0 failed 1\n";
        List<HostReport> reports = List.of(
                HostReport.parse(HOST, "job JOB20260131120000\nprocess 0 trainer-0 5 running\n" + CLOCK, NOON, NOON),
                HostReport.parse(other, answer + "process 0 trainer-1 78 running\n" + CLOCK, NOON, NOON));
        Survey survey = Survey.of(
                JobId.parse("JOB20260131120000"),
                reports,
                List.of(member(0, HOST), member(1, other)),
                List.of(HOST, other));
        assertEquals(
                List.of("trainer 0 on 172.16.0.5", "trainer 1 on 172.16.0.6"),
                survey.statuses().stream()
                        .map(status -> status.worker().toString())
                        .toList());
        assertEquals(List.of(), survey.events());
        assertEquals("running", survey.state());
    }

    @Test
    void aJobIsSaidToRunSinceItsBeginAndToBeOverSinceItsEnd() {
        ProcessEvent begun = new ProcessEvent(HOST, NOON.minusSeconds(60), "trainer-0", new ProcessEvent.Started(100));
        ProcessEvent ended = new ProcessEvent(HOST, NOON, "trainer-0", new ProcessEvent.Ended(0));
        assertEquals(NOON.minusSeconds(60), since(new WorkerState.Running(), Duration.ofSeconds(9), begun));
        assertEquals(NOON, since(new WorkerState.Exited(0), Duration.ZERO, begun, ended));
        assertEquals(NOON.minusSeconds(20), since(new WorkerState.Lost(), Duration.ofSeconds(20), begun));
        // Of the list of all jobs, for which nobody looks at files.
        assertNull(since(new WorkerState.Lost(), Duration.ZERO, begun));
    }

    @Test
    void aScriptOnItsWayBackToACheckpointIsSaidToRepeat() {
        assertEquals("repeating, 120 of 500 steps, about 38 s left", shown("running 120 500 38"));
        // What stands there is the program's own.
        assertEquals("running", shown("running"));
        assertEquals("running", shown("running 5 0 1"));
        assertEquals("running", shown("running \u001b[2J"));
        assertEquals("running", shown("running 1 9999999999999999999 1"));
    }

    @Test
    void whatRunsWithoutItsSupervisorIsSaidToWhateverThatWroteDownLast() {
        assertEquals("running without its supervisor", shown("running alone"));
        assertEquals("running without its supervisor", shown("running alone", new ProcessEvent.Stopped("by kill")));
        assertEquals("ending by kill", shown("running", new ProcessEvent.Stopped("by kill")));
    }

    private static String shown(String state, ProcessEvent.What what) {
        return ProcessStatus.of(
                        Worker.parse(HOST, "trainer-0 100 " + state),
                        0,
                        Duration.ZERO,
                        NOON,
                        List.of(new ProcessEvent(HOST, NOON, "trainer-0", what)))
                .shown();
    }

    private static String shown(String state) {
        return ProcessStatus.of(Worker.parse(HOST, "trainer-0 100 " + state), 0, Duration.ZERO, NOON, List.of())
                .shown();
    }

    private static @Nullable Instant since(WorkerState state, Duration quiet, ProcessEvent... events) {
        Worker worker = new Worker(HOST, Role.TRAINER, 0, 100, state);
        ProcessStatus status = ProcessStatus.of(worker, 0, quiet, NOON, List.of(events));
        return new Survey(JobId.parse("JOB20260131120000"), List.of(status), List.of(events))
                .since()
                .orElse(null);
    }

    @Test
    void whatIsNotKnownOfAllHostsIsNeverCalledEnded() {
        Survey done = survey(status(Role.TRAINER, 0));
        assertEquals("unknown", done.lacking(0, false).state());
        assertEquals(
                "unknown", survey(status(Role.TRAINER, 1)).lacking(0, false).state());
        assertEquals("unknown", survey().lacking(0, false).state());
        assertEquals("starting", done.lacking(1, true).state());
        assertEquals("failed", survey(status(Role.TRAINER, 1)).lacking(1, true).state());
    }

    private static Member member(int rank, Host host) {
        return new Member(Role.TRAINER, rank, host, host.name(), List.of(), "log", List.of(), Map.of(), 0);
    }

    private static ProcessStatus survived(int code) {
        ProcessStatus ended = status(Role.TRAINER, code);
        ProcessEvent survived =
                new ProcessEvent(HOST, NOON, ended.worker().name(), new ProcessEvent.Survived("by its word"));
        return new ProcessStatus(
                ended.worker(), 0, NOON, Duration.ZERO, List.of(ended.events().getFirst(), survived));
    }

    private static Survey survey(ProcessStatus... statuses) {
        List<ProcessEvent> events = List.of(statuses).stream()
                .flatMap(each -> each.events().stream())
                .toList();
        return new Survey(JobId.parse("JOB20260131120000"), List.of(statuses), events);
    }

    private static ProcessStatus status(Role role, int code) {
        return status(role, code, NOON);
    }

    private static ProcessStatus status(Role role, int code, Instant end) {
        Worker worker = new Worker(HOST, role, 0, 100, new WorkerState.Exited(code));
        return new ProcessStatus(
                worker,
                0,
                end,
                Duration.ZERO,
                List.of(new ProcessEvent(HOST, end, worker.name(), new ProcessEvent.Ended(code))));
    }

    private static ProcessStatus stopped(Role role, int code) {
        ProcessStatus ended = status(role, code);
        ProcessEvent told = new ProcessEvent(HOST, NOON, ended.worker().name(), new ProcessEvent.Stopped("by kill"));
        return new ProcessStatus(
                ended.worker(),
                0,
                NOON,
                Duration.ZERO,
                List.of(told, ended.events().getFirst()));
    }
}
