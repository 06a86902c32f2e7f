package jfab.control.connection.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SshHostPatternTest {
    @ParameterizedTest
    @CsvSource({
        "a, a, true", "a, b, false", "*, anything, true", "a*, a, true", "a*c, abbbc, true", "a*c, abcb, false",
        "?, a, true", "?, ab, false", "*a*b, xaxb, true", "*a*b, xaxbx, false", "gpu[1], gpu[1], true", "**, x, true"
    })
    void starsAndQuestionMarks(String pattern, String text, boolean matches) {
        assertEquals(matches, SshHostPattern.glob(pattern, text));
    }

    @ParameterizedTest
    @CsvSource({"a, true", "gpu1, true", "gpu2, false", "b, false"})
    void negationLeavesOut(String name, boolean matches) {
        assertEquals(matches, new SshHostPattern(List.of("gpu*", "!gpu2", "a")).matches(name));
    }

    @ParameterizedTest
    @CsvSource({"gpu1, false", "other, false"})
    void negationAloneMatchesNothing(String name, boolean matches) {
        assertEquals(matches, new SshHostPattern(List.of("!gpu1")).matches(name));
    }
}
