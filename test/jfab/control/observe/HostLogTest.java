package jfab.control.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import jfab.control.connection.host.Host;
import jfab.control.launch.WorkerState;
import org.junit.jupiter.api.Test;

class HostLogTest {
    private static final Host HOST = Host.parse("gpu1");

    private final HostLog log = new HostLog("gpu1", 100);

    private void tell(String lines) {
        lines.lines().map(line -> Told.parse(HOST, line)).forEach(log::add);
    }

    private static String metrics(int step) {
        return "metrics trainer-0 {\"time\":\"2026-11-21T12:48:24Z\",\"step\":" + step + ",\"loss\":1}\n";
    }

    @Test
    void loadIsWhatWasUsedBetweenTwoPeriods() {
        tell("""
                host 1000.5 100 4 5000 64000 16000
                process 200 1024 3 0 trainer-0 4711 running
                end
                host 1002.5 100 4 5400 64000 16000
                process 500 2048 5 0 trainer-0 4711 running
                gpu 0 97 20480 81920
                gpu 1 [N/A] 0 81920
                end
                """);
        RankView rank = log.rank("trainer", 0);
        assertEquals(150, rank.cpu(), 1e-9);
        assertEquals(2048, rank.memoryKb());
        assertEquals(5, rank.silent().toSeconds());
        assertEquals(50, log.view().cpu(), 1e-9);
        assertEquals(48000, log.view().memoryKb());
        assertEquals(2, log.view().gpus().size());
        assertTrue(Double.isNaN(log.view().gpus().get(1).perCent()));
    }

    @Test
    void statesOfOneWordAndOfTwoAreRead() {
        tell("""
                host 1000 100 4 0 64 16
                process 0 0 0 0 pserver-0 4711 lost
                process 0 0 0 2 trainer-0 4712 exited 143
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
                log.rank("trainer", 0).steps().stream().map(Step::step).toList());
    }

    @Test
    void ofVeryManyStepsTheLatestAreAllKept() {
        for (int step = 0; step < 100_000; step++) {
            tell(metrics(step));
            tell("offset trainer-0 " + step);
        }
        List<Step> steps = log.rank("trainer", 0).steps();
        assertTrue(steps.size() <= 200, () -> steps.size() + " steps");
        assertEquals(0, steps.getFirst().step());
        assertEquals(99_900, steps.get(steps.size() - 100).step());
    }

    @Test
    void aLineThatWasCutIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> Told.parse(HOST, "process 0 0 0 0 trainer-0 4711 runn"));
        assertThrows(IllegalArgumentException.class, () -> Told.parse(HOST, "host 1000.5 100"));
        assertThrows(IllegalArgumentException.class, () -> Told.parse(HOST, "metrics trainer-0"));
    }
}
