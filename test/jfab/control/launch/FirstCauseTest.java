package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import jfab.control.connection.host.Host;
import jfab.role.Role;
import org.junit.jupiter.api.Test;

class FirstCauseTest {
    private static final Instant START = Instant.parse("2026-01-31T12:00:00Z");
    private static final Host HOST = Host.parse("172.16.0.5");

    @Test
    void theFirstEndOfAProcessThatBeganAgainInVainIsTheCause() {
        FirstCause cause = cause(
                standing(0, 1, "1 started 5", "9 exited 1", "9 restarting 1", "10 started 6", "20 exited 1"),
                standing(1, 1, "1 started 7", "8 exited 137", "8 restarting 1", "9 started 8", "21 exited 1"));
        assertEquals("trainer-1 137 again 1", shown(cause));
    }

    /** Its host was started again, and who missed it wrote that down. */
    @Test
    void aProcessThatIsLostBeforeAnotherFailsIsTheCause() {
        Worker worker = new Worker(HOST, Role.TRAINER, 1, 100, new WorkerState.Lost());
        ProcessStatus lost = ProcessStatus.of(
                worker, 0, Duration.ofSeconds(40), START.plusSeconds(48), List.of(event("trainer-1", 1, "started 7")));
        assertEquals("trainer-1 1 again 0", shown(cause(false, standing(0, 1, "1 started 5", "16 exited 1"), lost)));
        assertEquals(
                "trainer-1 1 again 0", shown(cause(false, standing(0, 137, "1 started 5", "16 exited 137"), lost)));
        assertEquals("trainer-0 1 again 0", shown(cause(false, standing(0, 1, "1 started 5", "6 exited 1"), lost)));
    }

    @Test
    void whatWasMadeGoodByALongLifeIsNone() {
        FirstCause cause = cause(
                standing(0, 1, "1 started 5", "500 exited 1"),
                standing(1, 1, "1 started 7", "8 exited 137", "8 restarting 1", "9 started 8", "501 exited 2"));
        assertEquals("trainer-0 1 again 0", shown(cause));
    }

    @Test
    void whoIsToldToEndByAnotherOnesFailureMayHaveFailedBeforeWhereAllBeginAgain() {
        FirstCause cause = cause(
                standing(
                        0,
                        1,
                        "1 started 5",
                        "8 stopped by the failure of trainer-1",
                        "9 exited 143",
                        "9 restarting 1",
                        "10 started 6",
                        "20 exited 1"),
                standing(
                        1,
                        143,
                        "1 started 7",
                        "8 exited 137",
                        "8 restarting 1",
                        "9 started 8",
                        "20 stopped by the failure of trainer-0",
                        "21 exited 143"));
        assertEquals("trainer-1 137 again 1", shown(cause));
    }

    @Test
    void aProcessThatTheOthersTookInAgainIsNotBlamedWhenAnotherOneEndsThem() {
        FirstCause cause = cause(
                standing(0, 9, "1 started 5", "20 exited 9"),
                standing(
                        1,
                        143,
                        "1 started 7",
                        "8 exited 137",
                        "8 restarting 1",
                        "9 started 8",
                        "20 stopped by the failure of trainer-0",
                        "21 exited 143"));
        assertEquals("trainer-0 9 again 0", shown(cause));
    }

    @Test
    void ofEndsAtTheSameMomentTheKilledOneIsTheCause() {
        FirstCause cause = cause(
                standing(0, 1, "1 started 5", "9 exited 1"),
                standing(1, 137, "1 started 5", "10 exited 137"),
                standing(2, 139, "1 started 5", "11 exited 139"));
        assertEquals("trainer-1 137 again 0", shown(cause));
        assertEquals(
                List.of(0, 2),
                cause.followers().stream()
                        .map(standing -> standing.worker().rank())
                        .toList());
    }

    @Test
    void onlyJfabsEngineSaysByItsExitCodeThatAnotherOneFailedFirst() {
        ProcessStatus[] standings = {
            standing(0, 3, "1 started 5", "9 exited 3"), standing(1, 1, "1 started 5", "15 exited 1")
        };
        assertEquals("trainer-1 1 again 0", shown(cause(true, standings)));
        assertEquals("trainer-0 3 again 0", shown(cause(false, standings)));
    }

    @Test
    void whoEndsWithoutAComplaintWhenItsTimeIsUpHasFailed() {
        assertEquals(
                "trainer-0 0 again 0",
                shown(cause(standing(0, 0, "1 started 5", "9 stopped by its time limit", "9 exited 0"))));
    }

    @Test
    void whatFailsAfterSomebodyHasEndedTheJobIsNoCauseUnlessItBeganAgain() {
        ProcessStatus[] killed = {
            standing(0, 143, "1 started 5", "9 stopped by kill", "9 exited 143"),
            // Its host was not reached, and it missed the others.
            standing(1, 1, "1 started 5", "12 exited 1")
        };
        Survey survey = new Survey(JobId.parse("JOB20260131120000"), List.of(killed), List.of());
        assertEquals(Optional.empty(), FirstCause.in(survey, name -> false));
        assertEquals(
                "trainer-1 1 again 0",
                shown(cause(
                        false, standing(0, 143, "1 started 5", "9 stopped by kill"), standing(1, 1, "8 exited 1"))));
        assertEquals(
                "trainer-1 3 again 0",
                shown(cause(
                        true,
                        standing(
                                0,
                                3,
                                "1 started 5",
                                "9 stopped by kill",
                                "9 exited 143",
                                "20 started 6",
                                "31 exited 3"),
                        standing(
                                1,
                                3,
                                "1 started 5",
                                "9 stopped by kill",
                                "9 exited 143",
                                "20 started 6",
                                "30 exited 3"))));
    }

    @Test
    void theLineOfADeathIsThatOfItsLife() {
        String log = """
                first
                jfab: trainer-0 exited with 1; starting it again in 1 s (1 of 2)
                second
                jfab: trainer-0 exited with 1; starting it again in 2 s (2 of 2)
                third
                """;
        assertEquals("third", ErrorLine.life(log, 0));
        assertEquals("second", ErrorLine.life(log, 1));
        assertEquals("first", ErrorLine.life(log, 2));
        assertEquals("", ErrorLine.life(log, 3));
        // Another's failure ended it before it could begin again.
        assertEquals(
                "third", ErrorLine.life(log + "jfab: trainer-0 exited with 1; starting it again in 4 s (3 of 3)\n", 0));
    }

    @Test
    void theLastLineOfAnothersProgramIsNotGivenAsTheCause() {
        assertEquals(
                "172.16.0.5: trainer 0 died first, exited with 5; its last line: loss=0.5 it=1 (JOB20260131120000, log/train.log)",
                told("python3", "starting\nloss=0.5 it=1\n"));
        assertEquals(
                "172.16.0.5: trainer 0 died first, exited with 5: ValueError: no data (JOB20260131120000, log/train.log)",
                told("python3", "ValueError: no data\nloss=0.5 it=1\n"));
        assertEquals(
                "172.16.0.5: trainer 0 died first, exited with 5: fit.groovy:3: no data (JOB20260131120000, log/train.log)",
                told("/cache/engine/bin/train", "starting\nfit.groovy:3: no data\n"));
    }

    @Test
    void aProgramThatCountsAllGpusWhereItSeesOneIsToldSo() {
        String log = "RuntimeError: CUDA error: invalid device ordinal\n";
        String line =
                "172.16.0.5: trainer 0 died first, exited with 5: RuntimeError: CUDA error: invalid device ordinal";
        assertEquals(line + " (JOB20260131120000, log/train.log)", told("python3", log));
        assertEquals(
                line + "; it sees GPU 1 alone, as number 0: a program that counts all of its host needs trainers"
                        + " gpus: 'all' (JOB20260131120000, log/train.log)",
                told("python3", log, Map.of("CUDA_VISIBLE_DEVICES", "1")));
    }

    @Test
    void anErrorOfAGpuThatItCouldUseIsToldWithIt() {
        List<ProcessEvent> xids =
                List.of(event("gpu-0", 5, "xid 79"), event("gpu-1", 6, "xid 31"), event("gpu-0", 99, "xid 48"));
        Survey survey = new Survey(
                JobId.parse("JOB20260131120000"), List.of(standing(0, 5, "1 started 5", "9 exited 5")), xids);
        FirstCause cause = FirstCause.in(survey, name -> false).orElseThrow();
        String sentence = Diagnosis.of(cause, job("python3", Map.of("CUDA_VISIBLE_DEVICES", "0")), "no data\n")
                .sentence()
                .replaceAll("\\d\\d:\\d\\d:\\d\\d", "TIME");
        assertEquals(
                "172.16.0.5: trainer 0 died first, TIME, exited with 5 after 1 restart; its last line: no data;"
                        + " GPU 0 of 172.16.0.5 had Xid 79 at TIME, it has fallen off the bus; look at its power, heat and"
                        + " slot, and start the host again (JOB20260131120000, log/train.log)",
                sentence);
    }

    private static ProcessEvent event(String name, int second, String what) {
        return Objects.requireNonNull(ProcessEvent.parse(
                HOST, START.plusSeconds(second).getEpochSecond() + ".000000000 " + name + " " + what));
    }

    private static String told(String command, String log) {
        return told(command, log, Map.of());
    }

    /** What is told of a trainer that ran {@code command}, wrote {@code log} and ended with 5. */
    private static String told(String command, String log, Map<String, String> environment) {
        return Diagnosis.of(cause(standing(0, 5, "1 started 5", "9 exited 5")), job(command, environment), log)
                .sentence()
                .replaceFirst("\\d\\d:\\d\\d:\\d\\d, ", "")
                .replace(" after 1 restart", "");
    }

    private static Description job(String command, Map<String, String> environment) {
        return new Description(
                JobId.parse("JOB20260131120000"),
                List.of(HOST),
                List.of(new Member(
                        Role.TRAINER, 0, HOST, "", List.of(), "log/train.log", List.of(command), environment, 0)),
                "work",
                "",
                Duration.ofSeconds(3),
                Duration.ZERO,
                Map.of());
    }

    private static String shown(FirstCause cause) {
        return cause.standing().worker().name() + " " + cause.code() + " again " + cause.again();
    }

    private static FirstCause cause(ProcessStatus... standings) {
        return cause(true, standings);
    }

    private static FirstCause cause(boolean ours, ProcessStatus... standings) {
        return FirstCause.in(new Survey(JobId.parse("JOB20260131120000"), List.of(standings), List.of()), name -> ours)
                .orElseThrow();
    }

    private static ProcessStatus standing(int rank, int code, String... told) {
        Worker worker = new Worker(HOST, Role.TRAINER, rank, 100, new WorkerState.Exited(code));
        List<ProcessEvent> events = new ArrayList<>();
        for (String each : told) {
            String[] words = each.split(" ", 2);
            events.add(event(worker.name(), Integer.parseInt(words[0]), words[1]));
        }
        return new ProcessStatus(worker, 1, null, Duration.ZERO, events);
    }
}
