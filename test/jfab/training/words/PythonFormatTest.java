package jfab.training.words;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jfab.training.program.ProgramException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expected values were printed by Python's {@code str.format}. */
class PythonFormatTest {
    @ParameterizedTest
    @CsvSource({
        "0.6789, 0.68",
        "0.84, 0.84",
        "1.0, 1.0",
        "0.00001, 1e-05",
        "0.00012345, 0.00012",
        "0.0001, 0.0001",
        "12.3, 1.2e+01",
        "9.96, 1e+01",
        "0.996, 1.0",
        "0.0, 0.0",
        "123.4, 1.2e+02",
        "2.34, 2.3",
        "0.05, 0.05",
        "NaN, nan",
        "0.984375, 0.98",
        "1e-7, 1e-07",
        "99, 9.9e+01",
        "0.5, 0.5",
        "2.302585, 2.3",
        "5e22, 5e+22",
        "0.10000000149, 0.1",
        "-0.025, -0.025"
    })
    void twoSignificantDigits(double value, String expected) {
        assertEquals(expected, PythonFormat.format("{0:2.2}", value));
    }

    @Test
    void metricLinesAreThoseOfTheDocument() {
        assertEquals(
                "PassID 0, BatchID 0010, Loss 0.68, Acc 0.84",
                PythonFormat.format("PassID {0:1}, BatchID {1:04}, Loss {2:2.2}, Acc {3:2.2}", 0, 10, 0.6789, 0.84375));
        assertEquals(
                "Test with Pass 0, Loss 0.0531, Acc 0.9823",
                PythonFormat.format("Test with Pass {0}, Loss {1:.4f}, Acc {2:.4f}", 0, 0.05312, 0.98227));
        assertEquals("./output/pass-00007", PythonFormat.format("{0}/pass-{1:05}", "./output", 7));
        ProgramException few = assertThrows(ProgramException.class, () -> PythonFormat.format("{0} of {1}", 3));
        assertEquals("format('{0} of {1}') has 1 value and asks for {1}, where the first is {0}", few.getMessage());
        assertEquals("step 10, loss: [258.25]", PythonFormat.format("step {0}, loss: [{1}]", 10, 258.25));
    }
}
