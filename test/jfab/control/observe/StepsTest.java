package jfab.control.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class StepsTest {
    private static final int KEEP = 50;
    private static final int ALL = 5000;

    /** @param every how many steps there are for each that has what a test gave */
    private static Steps steps(int every) {
        Steps steps = new Steps(KEEP);
        for (int step = 0; step < ALL; step++) {
            Map<String, Double> others = step % every == 0 ? Map.of("test_loss", 1.0) : Map.of();
            steps.add(new ObservedStep(Pictures.BEGUN, step, OptionalDouble.of(1), 1, 1, 1, Map.of(), others));
        }
        return steps;
    }

    @Test
    void whatIsKeptStaysBoundedWhateverALineHas() {
        assertTrue(steps(1).all().size() <= 2 * KEEP);
        assertTrue(steps(ALL).all().size() <= 2 * KEEP);
        assertEquals(ALL - 1, steps(1).last().orElseThrow().step());
    }

    @Test
    void stepsThatAreMadeAgainAfterAnEarlierOneTakeThePlaceOfTheOnesThatWereLost() {
        Steps steps = steps(1);
        for (long step : new long[] {ALL - 3, ALL - 2, ALL - 2}) {
            steps.addCounted(new ObservedStep(Pictures.BEGUN, step, OptionalDouble.of(2), 1, 1, 1, Map.of(), Map.of()));
        }
        List<ObservedStep> all = steps.all();
        assertEquals(
                List.of(ALL - 4L, ALL - 3L, ALL - 2L),
                all.subList(all.size() - 3, all.size()).stream()
                        .map(ObservedStep::step)
                        .toList());
        assertEquals(1, all.get(all.size() - 3).lossOrNaN());
    }

    @Test
    void aStepThatIsToldAgainIsOneStepWithAllThatWasTold() {
        Steps steps = new Steps(KEEP);
        steps.addCounted(
                new ObservedStep(Pictures.BEGUN, 1, OptionalDouble.of(2), 10, 5, 2, Map.of(), Map.of("acc", 0.5)));
        steps.addCounted(new ObservedStep(
                Pictures.BEGUN,
                1,
                OptionalDouble.empty(),
                Double.NaN,
                Double.NaN,
                Double.NaN,
                Map.of(),
                Map.of("test_loss", 3.0)));
        assertEquals(
                List.of(new ObservedStep(
                        Pictures.BEGUN,
                        1,
                        OptionalDouble.of(2),
                        10,
                        5,
                        2,
                        Map.of(),
                        Map.of("acc", 0.5, "test_loss", 3.0))),
                steps.all());
    }

    @Test
    void theRateOfManyStepsIsTheirSamplesByTheirTime() {
        ObservedStep slow = new ObservedStep(Pictures.BEGUN, 1, OptionalDouble.of(1), 10, 5, 2, Map.of(), Map.of());
        ObservedStep fast =
                new ObservedStep(Pictures.BEGUN, 2, OptionalDouble.of(1), 10, 1000, 0.01, Map.of(), Map.of());
        ObservedStep none = new ObservedStep(Pictures.BEGUN, 3, OptionalDouble.of(1), 0, 0, 0.5, Map.of(), Map.of());
        assertEquals(20 / 2.51, ObservedStep.samplesPerSecond(List.of(slow, fast, none)), 1e-9);
        ObservedStep logged = new ObservedStep(
                Pictures.BEGUN, 1, OptionalDouble.of(1), Double.NaN, 5, Double.NaN, Map.of(), Map.of());
        ObservedStep faster = new ObservedStep(
                Pictures.BEGUN, 2, OptionalDouble.of(1), Double.NaN, 20, Double.NaN, Map.of(), Map.of());
        assertEquals(8, ObservedStep.samplesPerSecond(List.of(logged, faster)), 1e-9);
        assertTrue(Double.isNaN(ObservedStep.samplesPerSecond(List.of())));
    }

    @Test
    void ofTheFewBehindATestSomeAreKept() {
        long tested = steps(10).all().stream()
                .filter(step -> !step.others().isEmpty() && step.step() < ALL - 2 * KEEP)
                .count();
        assertTrue(tested > 0, "none of the older ones");
    }
}
