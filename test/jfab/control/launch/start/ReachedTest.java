package jfab.control.launch.start;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import jfab.control.launch.start.Reached.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReachedTest {
    @Test
    void aLineSaysWhoAnswersHow() {
        assertEquals(Optional.of(new Reached("172.16.0.5", 7164, Answer.OK)), Reached.parse("172.16.0.5 7164 ok 0.2"));
        assertEquals(Optional.of(new Reached("fe80::1", 80, Answer.SILENT)), Reached.parse("fe80::1 80 silent"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "here",
                "a b ok",
                "a 99999999999 ok",
                "a 1 fine",
                "a 1 ok x",
                "Traceback (most recent call last):"
            })
    void whatAHostPrintsBesidesIsNone(String line) {
        assertEquals(Optional.empty(), Reached.parse(line));
    }
}
