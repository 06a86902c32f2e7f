package jfab.control.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import jfab.control.connection.host.Host;
import jfab.control.launch.Description;
import jfab.control.launch.JobId;
import jfab.control.launch.LaunchException;
import jfab.control.launch.Member;
import jfab.control.launch.WorkerState;
import jfab.role.Role;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostLogTest {
    private static final Host HOST = Host.parse("gpu1");

    private final HostLog log = new HostLog("gpu1", 100, Optional.empty());

    private void tell(String lines) {
        tell(log, lines);
    }

    private static void tell(HostLog log, String lines) {
        lines.lines().map(line -> ObservedLine.parse(HOST, line)).forEach(log::add);
    }

    private static String metrics(int step) {
        return "metrics trainer-0 {\"time\":\"2026-11-21T12:48:24Z\",\"step\":" + step + ",\"loss\":1}\n";
    }

    @Test
    void whatAHostThatTellsNothingWouldSayIsUnknown() {
        assertEquals("unknown", log.rank("trainer", 0).stateText());
        assertEquals("unknown", RankView.unknown("trainer", 0, "gpu0").stateText());
        tell("host 1000.5 100 4 5000 64000 16000\nend\n");
        assertEquals("waiting", log.rank("trainer", 0).stateText());
    }

    @Test
    void aRankThatRepeatsWhatItHasMadeHasNoSpeed() {
        tell("""
                host 1000.5 100 4 5000 64000 16000
                process 200 1024 3 S 0 trainer-0 4711 running 120 500 38
                end
                """ + metrics(900));
        RankView rank = log.rank("trainer", 0);
        assertEquals("repeating", rank.stateText());
        assertTrue(rank.running());
        assertEquals(120, rank.step());
        assertEquals(Double.NaN, rank.samplesPerSecond());
    }

    @Test
    void loadIsWhatWasUsedBetweenTwoPeriods() {
        tell("""
                host 1000.5 100 4 5000 64000 16000
                process 200 1024 3 S 0 trainer-0 4711 running
                end
                host 1002.5 100 4 5400 64000 16000
                process 500 2048 5 R 0 trainer-0 4711 running
                gpu 0 97 20480 81920 71 650.2
                gpu 1 [N/A] 0 81920 N/A [NotSupported]
                end
                """);
        RankView rank = log.rank("trainer", 0);
        assertEquals(150, rank.cpu(), 1e-9);
        assertEquals(2048, rank.memoryKb());
        assertEquals(5, rank.silent().toSeconds());
        assertEquals(50, log.view().cpu(), 1e-9);
        assertEquals(48000, log.view().memoryKb());
        assertEquals(2, log.view().gpus().size());
        assertEquals("0: 97% 20/80G 71°C 650W", log.view().gpus().get(0).toString());
        assertEquals("1: - 0/80G", log.view().gpus().get(1).toString());
    }

    @Test
    void anErrorOfAGpuIsOneEventHoweverOftenItIsTold() {
        tell("xid 900.100000000 gpu-3 xid 79\nxid 900.200000000 gpu-3 xid 31\nxid 900.300000000 gpu-3 xid 79\n");
        assertEquals(
                List.of(
                        "gpu-3 Xid 31, the program used memory of it that is not its own",
                        "gpu-3 Xid 79, it has fallen off the bus; look at its power, heat and slot, and start the host again"),
                log.events().stream()
                        .map(event -> event.name() + " " + event.text())
                        .toList());
    }

    @Test
    void statesOfOneWordAndOfTwoAreRead() {
        tell("""
                host 1000 100 4 0 64 16
                process 0 0 0 - 0 pserver-0 4711 lost
                process 0 0 0 - 2 trainer-0 4712 exited 143
                end
                """);
        assertEquals(new WorkerState.Lost(), log.rank("pserver", 0).state().orElseThrow());
        assertEquals(new WorkerState.Exited(143), log.rank("trainer", 0).state().orElseThrow());
        assertTrue(log.rank("trainer", 1).state().isEmpty());
    }

    @Test
    void whatWasBegunWhenTheLineBrokeIsToldAgainAndCountsOnce() {
        tell(metrics(0) + metrics(1) + "offset trainer-0 140\n" + metrics(2));
        log.lost();
        assertFalse(log.view().reached());
        assertEquals(List.of("trainer-0=140"), log.offsets());
        tell(metrics(2) + metrics(3) + "offset trainer-0 280\n");
        assertEquals(
                List.of(0L, 1L, 2L, 3L),
                log.rank("trainer", 0).steps().stream().map(ObservedStep::step).toList());
    }

    @Test
    void aLogTellsStepsByThePatternOfTheUser() {
        HostLog told = new HostLog("gpu1", 100, progress("step (\\d+) loss (\\S+)"));
        tell(told, """
                host 1000 100 4 0 64 16
                process 0 0 0 S 0 trainer-0 4711 running
                event 900.000000000 trainer-0 started 4711
                offset events 30
                logged trainer-0 step 1 loss 0.5
                logged trainer-0 warming up
                logged trainer-0 step 2 loss nan
                logged trainer-0 step x loss 1
                offset log.trainer-0 80
                end
                """);
        List<ObservedStep> steps = told.rank("trainer", 0).steps();
        assertEquals(List.of(1L, 2L), steps.stream().map(ObservedStep::step).toList());
        assertEquals(0.5, steps.getFirst().lossOrNaN());
        assertEquals(OptionalDouble.of(Double.NaN), steps.getLast().loss());
        assertEquals(Instant.ofEpochSecond(925), steps.getFirst().time());
        assertEquals(Instant.ofEpochSecond(975), steps.getLast().time());
        assertTrue(told.offsets().contains("log.trainer-0=80"));
    }

    @Test
    void theLastStepOfALogWasMadeNoLaterThanTheLogGrew() {
        for (int now : List.of(1000, 9000)) {
            HostLog told = new HostLog("gpu1", 100, progress("step (\\d+)"));
            tell(
                    told,
                    "host " + now + " 100 4 0 64 16\nprocess 0 0 " + (now - 940) + " - 0 trainer-0 4711 exited 1\n"
                            + """
                    event 900.000000000 trainer-0 started 4711
                    offset events 30
                    logged trainer-0 step 1
                    logged trainer-0 step 2
                    offset log.trainer-0 80
                    end
                    """);
            assertEquals(
                    List.of(Instant.ofEpochSecond(920), Instant.ofEpochSecond(940)),
                    told.rank("trainer", 0).steps().stream()
                            .map(ObservedStep::time)
                            .toList());
        }
    }

    @ParameterizedTest
    @CsvSource({"nan,NaN", "NaN,NaN", "-nan,NaN", "inf,Infinity", "+INF,Infinity", "-inf,-Infinity", "Infinity,Infinity"
    })
    void aLossThatIsNotFiniteIsToldAsSuch(String written, double loss) {
        ObservedStep step = progress("step (\\d+) loss (\\S+)")
                .orElseThrow()
                .step("step 7 loss " + written, Instant.EPOCH)
                .orElseThrow();
        assertEquals(OptionalDouble.of(loss), step.loss());
    }

    @Test
    void aLossThatIsNoNumberAtAllIsNotKnown() {
        ObservedStep step = progress("step (\\d+) loss (\\S+)")
                .orElseThrow()
                .step("step 7 loss soon", Instant.EPOCH)
                .orElseThrow();
        assertEquals(OptionalDouble.empty(), step.loss());
    }

    @Test
    void ofGroupsWithoutNamesTheThirdIsTheSpeed() {
        ObservedStep step = progress("it (\\d+) loss (\\S+) speed (\\S+)")
                .orElseThrow()
                .step("it 7 loss 0.25 speed 850", Instant.EPOCH)
                .orElseThrow();
        assertEquals("7 0.25 850.0", step.step() + " " + step.lossOrNaN() + " " + step.samplesPerSecond());
    }

    @Test
    void stepsThatAProgramMakesOnceMoreAfterARestartTakeThePlaceOfTheFirst() {
        HostLog told = new HostLog("gpu1", 100, progress("it (\\d+)"));
        tell(told, """
                host 1000 100 4 0 64 16
                process 200 1024 3 S 1 trainer-0 4711 running
                logged trainer-0 it 1
                logged trainer-0 it 2
                logged trainer-0 it 3
                logged trainer-0 it 2
                logged trainer-0 it 3
                offset log.trainer-0 80
                end
                """);
        assertEquals(
                List.of(1L, 2L, 3L),
                told.rank("trainer", 0).steps().stream().map(ObservedStep::step).toList());
    }

    @Test
    void groupsWithNamesStandInAnyOrder() {
        HostLog told = new HostLog("gpu1", 100, progress("loss=(?<loss>\\S+) speed=(?<samples>\\S+) it=(?<step>\\d+)"));
        tell(told, """
                host 1000 100 4 0 64 16
                logged trainer-0 loss=0.25 speed=850 it=7
                offset log.trainer-0 80
                end
                """);
        ObservedStep step = told.rank("trainer", 0).steps().getFirst();
        assertEquals("7 0.25 850.0", step.step() + " " + step.lossOrNaN() + " " + step.samplesPerSecond());
    }

    @Test
    void aPatternThatLooksAtALineForEverFindsNothing() {
        LoggedSteps steps =
                progress("(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)=(?<step>\\d+)").orElseThrow();
        assertEquals(Optional.empty(), steps.step("a".repeat(4000), Instant.EPOCH));
        assertEquals(
                Optional.empty(),
                progress("(a|b)*=(?<step>\\d+)").orElseThrow().step("a".repeat(900_000), Instant.EPOCH));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "step (\\d+) loss (\\S+)! loss ",
                "(?<loss>\\S+) at (?<step>\\d+)! at ",
                "^\\[INFO\\] iters? (\\d+)(?: of \\d+)?, total loss=([0-9.]+)! total loss",
                "(\\d+)(?:, loss)? (\\S+)! ",
                "(?i)step (\\d+)!''",
                "step (\\d+)|iteration (\\d+)!''",
                "st.p{2} (\\d+)!''",
                "\\p{L}tep (\\d+)!''",
                "\\Qstep\\E (\\d+)!''",
                "(\\d+)!''"
            })
    void whatEveryLineOfAStepHasIsLookedForOnItsHost(String pattern, String text) {
        assertEquals(text, progress(pattern).orElseThrow().certain());
    }

    private static Optional<LoggedSteps> progress(String pattern) {
        Member member = new Member(
                Role.TRAINER, 0, HOST, "", List.of(), "log/train.log", List.of(), Map.of("JFAB_PROGRESS", pattern), 0);
        return LoggedSteps.of(new Description(
                JobId.parse("JOB20261121120000"),
                List.of(HOST),
                List.of(member),
                "work",
                "",
                Duration.ZERO,
                Duration.ZERO,
                Map.of()));
    }

    @Test
    void ofVeryManyStepsTheLatestAreAllKept() {
        for (int step = 0; step < 100_000; step++) {
            tell(metrics(step));
            tell("offset trainer-0 " + step);
        }
        List<ObservedStep> steps = log.rank("trainer", 0).steps();
        assertTrue(steps.size() <= 200, () -> steps.size() + " steps");
        assertEquals(0, steps.getFirst().step());
        assertEquals(99_900, steps.get(steps.size() - 100).step());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "metrics trainer-1 xxx",
                "logged trainer-1 xxx",
                "event 900.000000000 trainer-1 stopped xxx",
                "event 900.000000000 trainer-1 stopped xxx\noffset events 1",
                "offset xxx# 1",
                "metrics xxx# {}\noffset a 1",
                "metrics trainer-1 {\"time\":\"2026-11-21T12:48:24Z\",\"step\":#,\"xxx\":1}\noffset a 1",
                "process 200 1024 3 xxx 0 trainer-# 4711 running",
                "gpu 0 97 20480 81920 71 650",
                "xid 900.000000000 gpu-# xid 79"
            })
    void aHostThatTellsWithoutEndIsRefused(String lines) {
        HostLog few = new HostLog("gpu1", 2000, Optional.empty(), 1_000_000);
        LaunchException thrown = assertThrows(LaunchException.class, () -> {
            for (int i = 0; i < 20_000; i++) {
                tell(few, lines.replace("#", "" + i).replace("xxx", "x".repeat(900)));
            }
        });
        assertEquals("gpu1 tells more of the job than there is memory for; it is not asked again", thrown.getMessage());
        assertEquals(Optional.of(thrown.getMessage()), few.refused());
    }

    @Test
    void aHostThatTellsForLongIsNotRefused() {
        HostLog few = new HostLog("gpu1", 100, Optional.empty(), 1_000_000);
        for (int step = 0; step < 20_000; step++) {
            tell(
                    few,
                    "host 1000 100 4 0 64 16\nprocess 0 0 0 S 0 trainer-0 4711 running\n" + metrics(step)
                            + metrics(step) + "offset trainer-0 " + step + "\n" + metrics(step + 1) + "end");
            if (step % 100 == 0) {
                few.lost();
            }
        }
        assertEquals(Optional.empty(), few.refused());
    }

    @Test
    void aLineThatWasCutIsRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> ObservedLine.parse(HOST, "process 0 0 0 S 0 trainer-0 4711 runn"));
        assertThrows(IllegalArgumentException.class, () -> ObservedLine.parse(HOST, "host 1000.5 100"));
        assertThrows(IllegalArgumentException.class, () -> ObservedLine.parse(HOST, "metrics trainer-0"));
        assertThrows(
                IllegalArgumentException.class,
                () -> ObservedLine.parse(HOST, "host 1e300000000 100 2 5 1000 500"),
                "as a number of seconds it would take minutes to read");
        assertThrows(
                IllegalArgumentException.class, () -> ObservedLine.parse(HOST, "xid 900.000000000 trainer-0 exited 9"));
    }
}
