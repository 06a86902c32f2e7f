package jfab.control.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StepsTest {
    private static final int KEEP = 50;
    private static final int ALL = 5000;

    /** @param every how many steps there are for each that has what a test gave */
    private static Steps steps(int every) {
        Steps steps = new Steps(KEEP);
        for (int step = 0; step < ALL; step++) {
            Map<String, Double> others = step % every == 0 ? Map.of("test_loss", 1.0) : Map.of();
            steps.add(new Step(Pictures.BEGUN, step, 1, 1, 1, Map.of(), others));
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
            steps.addCounted(new Step(Pictures.BEGUN, step, 2, 1, 1, Map.of(), Map.of()));
        }
        List<Step> all = steps.all();
        assertEquals(
                List.of(ALL - 4L, ALL - 3L, ALL - 2L, ALL - 2L),
                all.subList(all.size() - 4, all.size()).stream().map(Step::step).toList());
        assertEquals(1, all.get(all.size() - 4).loss());
    }

    @Test
    void ofTheFewBehindATestSomeAreKept() {
        long tested = steps(10).all().stream()
                .filter(step -> !step.others().isEmpty() && step.step() < ALL - 2 * KEEP)
                .count();
        assertTrue(tested > 0, "none of the older ones");
    }
}
