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
            ranks.add(Pictures.trainer(ranks.size(), "gpu", RUNS, 40, each));
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
    void whoIsSlowForAMomentIsNotCalledSlow() {
        List<RankView> ranks = List.of(after(20, 30, 20, 90), Pictures.trainer(1, "gpu2", RUNS, 40, 30));
        assertEquals(List.of(), Straggler.now(ranks));
        assertEquals(List.of(), slowAfter(39, 100));
        assertEquals(List.of("trainer-0"), slowAfter(40, 100));
        // Forty of these take a fifth of a second.
        assertEquals(List.of(), slowAfter(300, 5));
        assertEquals(List.of("trainer-0"), slowAfter(500, 5));
    }

    private static List<String> slowAfter(int steps, int milliseconds) {
        return Straggler.now(List.of(
                        every(milliseconds, Pictures.trainer(0, "gpu1", RUNS, steps, 90)),
                        every(milliseconds, Pictures.trainer(1, "gpu2", RUNS, steps, 30))))
                .stream()
                .map(one -> one.rank().name())
                .toList();
    }

    /** The same steps, one each {@code milliseconds}. */
    private static RankView every(int milliseconds, RankView rank) {
        List<ObservedStep> steps = rank.steps().stream()
                .map(step -> new ObservedStep(
                        Pictures.BEGUN.plusMillis(step.step() * milliseconds),
                        step.step(),
                        step.loss(),
                        step.samples(),
                        step.samplesPerSecond(),
                        step.seconds(),
                        step.milliseconds(),
                        step.others()))
                .toList();
        return new RankView("trainer", rank.rank(), rank.host(), rank.status(), 50, 1, "S", steps);
    }

    /** Trainer 0 with {@code first} steps of {@code own} milliseconds, then {@code then} of {@code later}. */
    private static RankView after(int first, double own, int then, double later) {
        RankView begun = Pictures.trainer(0, "gpu1", RUNS, first, own);
        List<ObservedStep> steps = new ArrayList<>(begun.steps());
        steps.addAll(
                Pictures.trainer(0, "gpu1", RUNS, first + then, later).steps().subList(first, first + then));
        return new RankView("trainer", 0, "gpu1", begun.status(), 50, 1, "S", steps);
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
