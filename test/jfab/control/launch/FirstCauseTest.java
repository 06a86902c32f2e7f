package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
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
                status(0, 1, "1 started 5", "9 exited 1", "9 restarting 1", "10 started 6", "20 exited 1"),
                status(1, 1, "1 started 7", "8 exited 137", "8 restarting 1", "9 started 8", "21 exited 1"));
        assertEquals("trainer-1 137 again 1", shown(cause));
    }

    /** Its host was started again, and who missed it wrote that down. */
    @Test
    void aProcessThatIsLostBeforeAnotherFailsIsTheCause() {
        Worker worker = new Worker(HOST, Role.TRAINER, 1, 100, new WorkerState.Lost());
        ProcessStatus lost = ProcessStatus.of(
                worker, 0, Duration.ofSeconds(40), START.plusSeconds(48), List.of(event("trainer-1", 1, "started 7")));
        assertEquals("trainer-1 1 again 0", shown(cause(false, status(0, 1, "1 started 5", "16 exited 1"), lost)));
        assertEquals("trainer-1 1 again 0", shown(cause(false, status(0, 137, "1 started 5", "16 exited 137"), lost)));
        assertEquals("trainer-0 1 again 0", shown(cause(false, status(0, 1, "1 started 5", "6 exited 1"), lost)));
    }

    @Test
    void whatWasMadeGoodByALongLifeIsNone() {
        FirstCause cause = cause(
                status(0, 1, "1 started 5", "500 exited 1"),
                status(1, 1, "1 started 7", "8 exited 137", "8 restarting 1", "9 started 8", "501 exited 2"));
        assertEquals("trainer-0 1 again 0", shown(cause));
    }

    @Test
    void whoIsToldToEndByAnotherOnesFailureMayHaveFailedBeforeWhereAllBeginAgain() {
        FirstCause cause = cause(
                status(
                        0,
                        1,
                        "1 started 5",
                        "8 stopped by the failure of trainer-1",
                        "9 exited 143",
                        "9 restarting 1",
                        "10 started 6",
                        "20 exited 1"),
                status(
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
                status(0, 9, "1 started 5", "20 exited 9"),
                status(
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
    void whoWaitsInVainForOneThatHasFailedForGoodMayHaveFailedBefore() {
        ProcessStatus waits = beganAgain(new WorkerState.Running());
        FirstCause told = cause(false, endedWith(10, 20), waits);
        assertEquals("trainer-1 137 again 1", shown(told));
        assertEquals(List.of(0), ranks(told.followers()));
        // One that misses it may have failed by itself, before anybody could tell it to end.
        ProcessStatus misses =
                status(0, 1, "1 started 5", "9 exited 1", "9 restarting 1", "10 started 6", "20 exited 1");
        assertEquals("trainer-1 137 again 1", shown(cause(false, misses, waits)));
        assertEquals(
                "trainer-1 137 again 1",
                shown(cause(
                        false,
                        misses,
                        beganAgain(
                                new WorkerState.Exited(143),
                                "20 stopped by the failure of trainer-0",
                                "21 exited 143"))));
        // Somebody has ended it since, or it has given up, after more than a minute.
        ProcessStatus killed = beganAgain(new WorkerState.Exited(143), "95 stopped by kill", "96 exited 143");
        assertEquals("trainer-1 137 again 1", shown(cause(false, misses, killed)));
        ProcessStatus gaveUp = beganAgain(new WorkerState.Exited(1), "95 exited 1");
        assertEquals("trainer-1 137 again 1", shown(cause(false, misses, gaveUp)));
        // Of jfab's engine, each begins again alone.
        assertEquals("trainer-0 1 again 1", shown(cause(true, misses, waits)));
    }

    @Test
    void whoRunsAgainIsNotBlamedWhereThatHasMendedItsFailure() {
        ProcessStatus runs = beganAgain(new WorkerState.Running());
        assertEquals("trainer-0 1 again 0", shown(cause(false, endedWith(40, 69), runs)));
        assertEquals("trainer-1 137 again 1", shown(cause(false, endedWith(40, 68), runs)));
        assertEquals("trainer-0 9 again 0", shown(cause(false, status(0, 9, "1 started 5", "20 exited 9"), runs)));
        // Nor where the one that failed has not been part of the new attempt.
        ProcessStatus told = running(
                2,
                "1 started 9",
                "8 stopped by the failure of trainer-1",
                "9 exited 143",
                "9 restarting 1",
                "10 started 8");
        assertEquals(
                "trainer-0 9 again 0", shown(cause(false, status(0, 9, "1 started 5", "20 exited 9"), runs, told)));
    }

    /** Trainer 1, which was killed first and began again with the others, and what became of it then. */
    private static ProcessStatus beganAgain(WorkerState state, String... then) {
        List<String> all = new ArrayList<>(List.of("1 started 7", "8 exited 137", "8 restarting 1", "9 started 8"));
        all.addAll(List.of(then));
        return status(1, state, all.toArray(String[]::new));
    }

    /** Trainer 0, which another one's failure ended before, began again, and failed for good. */
    private static ProcessStatus endedWith(int began, int ended) {
        return status(
                0,
                1,
                "1 started 5",
                "8 stopped by the failure of trainer-1",
                "9 exited 143",
                "9 restarting 1",
                began + " started 6",
                ended + " exited 1");
    }

    private static List<Integer> ranks(List<ProcessStatus> statuses) {
        return statuses.stream().map(status -> status.worker().rank()).toList();
    }

    @Test
    void whatEndedTheLastAttemptIsToldWhereItIsAnotherMatterThanTheFirstFailure() throws InterruptedException {
        String died = "172.16.0.5: trainer 1 died first, TIME, killed by SIGKILL (out of memory? see dmesg), which 1"
                + " restart did not mend: MemoryError: of the first life (JOB20260131120000, log/train-1.log)";
        // It waits, and has not written anything yet.
        Map<String, String> logs = new HashMap<>(
                Map.of(
                        "trainer-0",
                        "RuntimeError: Connection closed by peer\njfab: trainer-0 exited with 1; starting it again in 1 s (1 of"
                                + " 1)\nValueError: of the last life\n",
                        "trainer-1",
                        "MemoryError: of the first life\njfab: trainer-1 exited with 137; starting it again in 1 s (1 of 1)\n"));
        ProcessStatus waits = beganAgain(new WorkerState.Running());
        assertEquals(
                died + "; in the end trainer 0 on 172.16.0.5 exited with 1: ValueError: of the last life",
                sentence(logs, endedWith(10, 20), waits));
        // Its host cannot be asked for the log any more.
        Map<String, String> gone = new HashMap<>(logs);
        gone.remove("trainer-0");
        assertEquals(
                died + "; in the end trainer 0 on 172.16.0.5 exited with 1", sentence(gone, endedWith(10, 20), waits));
        String own = "started 7,8 exited 137,8 restarting 1,9 started 8,";
        logs.put("trainer-1", logs.get("trainer-1") + "it begins\n");
        assertEquals(
                died + "; in the end it exited with 9; its last line: it begins",
                sentence(logs, status(1, 9, ("1 " + own + "20 exited 9").split(","))));
        assertEquals(died, sentence(logs, status(1, 137, ("1 " + own + "20 exited 137").split(","))));
    }

    @Test
    void whoIsKilledWhenItsGraceIsOverWasNotShortOfMemory() throws InterruptedException {
        assertEquals(
                "172.16.0.5: trainer 0 died first, TIME, stopped by its time limit, killed by SIGKILL (SIGTERM had not"
                        + " ended it) after 1 restart (JOB20260131120000, log/train-0.log)",
                sentence(
                        Map.of("trainer-0", ""),
                        status(0, 137, "1 started 5", "9 stopped by its time limit", "12 exited 137")));
    }

    @Test
    void whoOnlySpeaksOfAnotherYieldsToOneThatFailedAtThatTimeByAnErrorOfItsOwn() throws InterruptedException {
        ProcessStatus misses = status(0, 1, "1 started 5", "9 exited 1");
        ProcessStatus near = status(1, 5, "1 started 6", "10 exited 5");
        Map<String, String> logs = new HashMap<>(Map.of(
                "trainer-0",
                "[rank0]: RuntimeError: [../gloo/pair.cc:534] Connection closed by peer [172.16.0.6]:1\n"));
        String lost =
                "172.16.0.5: trainer 0 died first, TIME, exited with 1 after 1 restart: RuntimeError: [../gloo/pair.cc:534]"
                        + " Connection closed by peer [172.16.0.6]:1 (JOB20260131120000, log/train-0.log)";
        // Its host cannot be asked for the log.
        assertEquals(lost, sentence(logs, misses, near));
        logs.put("trainer-1", "RuntimeError: Connection reset by peer\n");
        assertEquals(lost, sentence(logs, misses, near));
        logs.put("trainer-1", "[rank1]: Traceback (most recent call last):\n[rank1]: ValueError: no data\n");
        assertEquals(
                "172.16.0.5: trainer 1 died first, TIME, exited with 5 after 1 restart: ValueError: no data"
                        + " (JOB20260131120000, log/train-1.log)",
                sentence(logs, misses, near));
        Diagnosis diagnosis = diagnosis(logs, misses, near);
        assertEquals(5, diagnosis.exception().exitCode());
        assertEquals("then trainer 0 on 172.16.0.5 (exited with 1)", diagnosis.followers());
        assertEquals(lost, sentence(logs, misses, status(1, 5, "1 started 6", "11 exited 5")));
    }

    /** As where one rank has fewer batches than the other, which then misses it. */
    @Test
    void whoHadEndedWellBeforeTheFirstFailureIsNamed() throws InterruptedException {
        Map<String, String> logs = Map.of("trainer-0", "RuntimeError: Connection closed by peer\n");
        assertEquals(
                "172.16.0.5: trainer 0 died first, TIME, exited with 1 after 1 restart, after trainer 1 on 172.16.0.5 had ended well at"
                        + " TIME: RuntimeError: Connection closed by peer (JOB20260131120000, log/train-0.log)",
                sentence(logs, status(0, 1, "1 started 5", "9 exited 1"), status(1, 0, "1 started 6", "8 exited 0")));
        assertEquals(
                "172.16.0.5: trainer 0 died first, TIME, exited with 1 after 1 restart: RuntimeError: Connection closed by peer"
                        + " (JOB20260131120000, log/train-0.log)",
                sentence(logs, status(0, 1, "1 started 5", "9 exited 1"), status(1, 0, "1 started 6", "12 exited 0")));
    }

    @Test
    void whereTrainersBeginAgainTogetherAnEndThatWasWellEndsTheAttempts() throws InterruptedException {
        List<Member> members = List.of(0, 1).stream()
                .map(rank -> new Member(
                        Role.TRAINER,
                        rank,
                        HOST,
                        "",
                        List.of(4000 + rank),
                        "log/train.log",
                        List.of("python3"),
                        Map.of(),
                        2))
                .toList();
        String sentence = Diagnosis.of(
                        cause(
                                false,
                                status(0, 1, "1 started 5", "9 exited 1"),
                                status(1, 0, "1 started 6", "8 exited 0")),
                        job(members),
                        _ -> "ValueError: no data\n")
                .sentence();
        assertTrue(
                sentence.matches(".* had ended well at [\\d:]{8}, so that no more attempts are made: ValueError: .*"),
                sentence);
    }

    @Test
    void noOthersLogIsReadWhereTheFirstOneSaysWhy() throws InterruptedException {
        List<String> read = new ArrayList<>();
        FirstCause cause =
                cause(false, status(0, 1, "1 started 5", "9 exited 1"), status(1, 5, "1 started 6", "9 exited 5"));
        Diagnosis.of(cause, twoTrainers(), worker -> {
            read.add(worker.name());
            return "ValueError: no data\n";
        });
        assertEquals(List.of("trainer-0"), read);
    }

    private static String sentence(Map<String, String> logs, ProcessStatus... statuses) throws InterruptedException {
        return diagnosis(logs, statuses).sentence().replaceAll("\\d\\d:\\d\\d:\\d\\d", "TIME");
    }

    private static Diagnosis diagnosis(Map<String, String> logs, ProcessStatus... statuses)
            throws InterruptedException {
        return Diagnosis.of(
                cause(false, statuses),
                twoTrainers(),
                worker -> Optional.ofNullable(logs.get(worker.name()))
                        .orElseThrow(() -> new LaunchException("not reached")));
    }

    private static Description twoTrainers() {
        return job(List.of(0, 1).stream()
                .map(rank -> new Member(
                        Role.TRAINER,
                        rank,
                        HOST,
                        "",
                        List.of(),
                        "log/train-" + rank + ".log",
                        List.of("python3"),
                        Map.of(),
                        1))
                .toList());
    }

    @Test
    void ofEndsAtTheSameMomentTheKilledOneIsTheCause() {
        FirstCause cause = cause(
                status(0, 1, "1 started 5", "9 exited 1"),
                status(1, 137, "1 started 5", "10 exited 137"),
                status(2, 139, "1 started 5", "11 exited 139"));
        assertEquals("trainer-1 137 again 0", shown(cause));
        assertEquals(
                List.of(0, 2),
                cause.followers().stream().map(status -> status.worker().rank()).toList());
    }

    @Test
    void onlyJfabsEngineSaysByItsExitCodeThatAnotherOneFailedFirst() {
        ProcessStatus[] statuses = {
            status(0, 3, "1 started 5", "9 exited 3"), status(1, 1, "1 started 5", "15 exited 1")
        };
        assertEquals("trainer-1 1 again 0", shown(cause(true, statuses)));
        assertEquals("trainer-0 3 again 0", shown(cause(false, statuses)));
    }

    @Test
    void whoEndsWithoutAComplaintWhenItsTimeIsUpHasFailed() {
        assertEquals(
                "trainer-0 0 again 0",
                shown(cause(status(0, 0, "1 started 5", "9 stopped by its time limit", "9 exited 0"))));
    }

    @Test
    void whatFailsAfterSomebodyHasEndedTheJobIsNoCauseUnlessItBeganAgain() {
        ProcessStatus[] killed = {
            status(0, 143, "1 started 5", "9 stopped by kill", "9 exited 143"),
            // Its host was not reached, and it missed the others.
            status(1, 1, "1 started 5", "12 exited 1")
        };
        Survey survey = new Survey(JobId.parse("JOB20260131120000"), List.of(killed), List.of());
        assertEquals(Optional.empty(), FirstCause.in(survey, name -> false));
        assertEquals(
                "trainer-1 1 again 0",
                shown(cause(false, status(0, 143, "1 started 5", "9 stopped by kill"), status(1, 1, "8 exited 1"))));
        assertEquals(
                "trainer-1 3 again 0",
                shown(cause(
                        true,
                        status(0, 3, "1 started 5", "9 stopped by kill", "9 exited 143", "20 started 6", "31 exited 3"),
                        status(
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
    void theLastLineOfAnothersProgramIsNotGivenAsTheCause() throws InterruptedException {
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
    void aProgramThatCountsAllGpusWhereItSeesOneIsToldSo() throws InterruptedException {
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
    void anErrorOfAGpuThatItCouldUseIsToldWithIt() throws InterruptedException {
        List<ProcessEvent> xids =
                List.of(event("gpu-0", 5, "xid 79"), event("gpu-1", 6, "xid 31"), event("gpu-0", 99, "xid 48"));
        Survey survey =
                new Survey(JobId.parse("JOB20260131120000"), List.of(status(0, 5, "1 started 5", "9 exited 5")), xids);
        FirstCause cause = FirstCause.in(survey, name -> false).orElseThrow();
        String sentence = Diagnosis.of(cause, job("python3", Map.of("CUDA_VISIBLE_DEVICES", "0")), _ -> "no data\n")
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

    private static String told(String command, String log) throws InterruptedException {
        return told(command, log, Map.of());
    }

    /** What is told of a trainer that ran {@code command}, wrote {@code log} and ended with 5. */
    private static String told(String command, String log, Map<String, String> environment)
            throws InterruptedException {
        return Diagnosis.of(cause(status(0, 5, "1 started 5", "9 exited 5")), job(command, environment), _ -> log)
                .sentence()
                .replaceFirst("\\d\\d:\\d\\d:\\d\\d, ", "")
                .replace(" after 1 restart", "");
    }

    private static Description job(String command, Map<String, String> environment) {
        return job(List.of(
                new Member(Role.TRAINER, 0, HOST, "", List.of(), "log/train.log", List.of(command), environment, 0)));
    }

    private static Description job(List<Member> members) {
        return new Description(
                JobId.parse("JOB20260131120000"),
                List.of(HOST),
                members,
                "work",
                "",
                Duration.ofSeconds(3),
                Duration.ZERO,
                Map.of());
    }

    private static String shown(FirstCause cause) {
        return cause.status().worker().name() + " " + cause.code() + " again " + cause.again();
    }

    private static FirstCause cause(ProcessStatus... statuses) {
        return cause(true, statuses);
    }

    private static FirstCause cause(boolean ours, ProcessStatus... statuses) {
        return FirstCause.in(new Survey(JobId.parse("JOB20260131120000"), List.of(statuses), List.of()), name -> ours)
                .orElseThrow();
    }

    private static ProcessStatus status(int rank, int code, String... told) {
        return status(rank, new WorkerState.Exited(code), told);
    }

    private static ProcessStatus running(int rank, String... told) {
        return status(rank, new WorkerState.Running(), told);
    }

    private static ProcessStatus status(int rank, WorkerState state, String... told) {
        Worker worker = new Worker(HOST, Role.TRAINER, rank, 100, state);
        List<ProcessEvent> events = new ArrayList<>();
        for (String each : told) {
            String[] words = each.split(" ", 2);
            events.add(event(worker.name(), Integer.parseInt(words[0]), words[1]));
        }
        return new ProcessStatus(worker, 1, null, Duration.ZERO, events);
    }
}
