package jfab.training.train;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which pass a step belongs to, by what was read for it. */
class PassesTest {
    private final Passes passes = new Passes();

    @Test
    void readingAgainIsTheNextPass() {
        assertEquals("0 0 1 1 2", steps("a", "a", "b", "b", "c"));
    }

    @Test
    void aTestInBetweenIsPartOfThePass() {
        assertEquals("0 0 0 1", steps("a", "test1 a", "test2 a", "test3 b"));
    }

    @Test
    void twoReadersInTurnArePassedTogether() {
        assertEquals("0 0 0 1", steps("a x", "a x", "b x", "c y"));
    }

    @Test
    void stepsWithoutReadersAreOfOnePass() {
        assertEquals("0 0 0", steps("", "", ""));
        passes.begin();
        assertEquals("0 1", steps("a", "b"));
        passes.begin();
        assertEquals("0", steps("a"));
    }

    /** The passes of steps, each with the readings before it. */
    private String steps(String... readings) {
        return String.join(
                " ",
                Stream.of(readings)
                        .map(read -> {
                            Stream.of(read.split(" "))
                                    .filter(name -> !name.isEmpty())
                                    .forEach(passes::read);
                            return "" + passes.step();
                        })
                        .toList());
    }
}
