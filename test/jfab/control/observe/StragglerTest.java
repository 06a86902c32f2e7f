package jfab.control.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import jfab.control.launch.WorkerState;
import org.junit.jupiter.api.Test;

class StragglerTest {
    private static final WorkerState RUNS = new WorkerState.Running();

    private static List<String> slow(double... own) {
        List<RankView> ranks = new ArrayList<>();
        for (double each : own) {
            ranks.add(Pictures.trainer(ranks.size(), "gpu", RUNS, 30, each));
        }
        return Straggler.now(ranks).stream().map(slow -> slow.rank().name()).toList();
    }

    @Test
    void theOneThatOthersWaitForIsNamedThoughAllStepsAreEquallyLong() {
        assertEquals(List.of("trainer-2"), slow(40, 42, 90, 41));
    }

    @Test
    void ofTwoTheSlowerOneIsNamed() {
        assertEquals(List.of("trainer-0"), slow(90, 40));
    }

    @Test
    void nobodyIsNamedWhoseWorkTakesLittleLonger() {
        assertEquals(List.of(), slow(40, 55, 45));
        assertEquals(List.of(), slow(90));
    }

    @Test
    void whoWasSlowLongAgoIsNotSlowNow() {
        RankView slow = Pictures.trainer(0, "gpu1", RUNS, 30, 90);
        RankView quick = Pictures.trainer(0, "gpu1", RUNS, 12, 30);
        List<ObservedStep> both = new ArrayList<>(slow.steps());
        both.addAll(quick.steps());
        RankView caught = new RankView("trainer", 0, "gpu1", slow.status(), 50, 1, "S", both);
        List<RankView> ranks = List.of(caught, Pictures.trainer(1, "gpu2", RUNS, 42, 30));
        assertEquals(List.of(), Straggler.now(ranks));
        assertEquals(
                List.of("trainer-0"),
                Straggler.overall(ranks).stream().map(one -> one.rank().name()).toList());
    }

    @Test
    void nobodyWaitsForOneThatHasEnded() {
        WorkerState ended = new WorkerState.Exited(0);
        List<RankView> ranks =
                List.of(Pictures.trainer(0, "gpu1", ended, 9, 30), Pictures.trainer(1, "gpu2", ended, 9, 90));
        assertEquals(List.of(), Straggler.now(ranks));
    }

    @Test
    void aSentenceSaysWhoWaitsHowLongForWhom() {
        List<RankView> ranks =
                List.of(Pictures.trainer(0, "gpu1", RUNS, 9, 30), Pictures.trainer(1, "gpu2", RUNS, 9, 90));
        assertEquals(
                List.of("trainer-1 on gpu2: 90.0 ms of its own per step, the others 30.0 ms; they wait 70.0 ms"),
                Straggler.overall(ranks).stream().map(Straggler::toString).toList());
    }
}
