package jfab.training.words;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import jfab.training.program.ProgramException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

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
        assertEquals("step 10, loss: [258.25]", PythonFormat.format("step {0}, loss: [{1}]", 10, 258.25));
    }

    @ParameterizedTest
    @MethodSource("printed")
    void numbersAndTextAreWhatPythonPrints(String pattern, Object value, String expected) {
        assertEquals(expected, PythonFormat.format(pattern, value));
    }

    static Stream<Arguments> printed() {
        return Stream.of(
                Arguments.of("{0:.3e}", 0.001, "1.000e-03"),
                Arguments.of("{0:>8.1f}", 12.34, "    12.3"),
                Arguments.of("{0:d}", 42, "42"),
                Arguments.of("{0:x}", 255, "ff"),
                Arguments.of("{0:o}", 8, "10"),
                Arguments.of("{0:b}", 5, "101"),
                Arguments.of("{0:%}", 0.125, "12.500000%"),
                Arguments.of("{0:.1%}", 0.98765, "98.8%"),
                Arguments.of("{0:+.2f}", 1.005, "+1.00"),
                Arguments.of("{0:g}", 0.0001, "0.0001"),
                Arguments.of("{0:g}", 1e-05, "1e-05"),
                Arguments.of("{0:g}", 1000000.0, "1e+06"),
                Arguments.of("{0:g}", 100000.0, "100000"),
                Arguments.of("{0:g}", 1234567.0, "1.23457e+06"),
                Arguments.of("{0:.3g}", 1234.5, "1.23e+03"),
                Arguments.of("{0:g}", 0.0, "0"),
                Arguments.of("{0:.0g}", 25.0, "2e+01"),
                Arguments.of("{0:,}", 1234567, "1,234,567"),
                Arguments.of("{0:,}", 1234567.5, "1,234,567.5"),
                Arguments.of("{0:,.2f}", 1234567.891, "1,234,567.89"),
                Arguments.of("{0:010,}", 1234, "00,001,234"),
                Arguments.of("{0:08,}", 1234, "0,001,234"),
                Arguments.of("{0:09,}", 1234, "0,001,234"),
                Arguments.of("{0:010,.1f}", -1234.56, "-001,234.6"),
                Arguments.of("{0:0=8,}", 12, "0,000,012"),
                Arguments.of("{0:012,}", 1.5, "00,000,001.5"),
                Arguments.of("{0:e}", 0.0, "0.000000e+00"),
                Arguments.of("{0:e}", 12345.678, "1.234568e+04"),
                Arguments.of("{0:.0e}", 15000.0, "2e+04"),
                Arguments.of("{0:f}", 2.5, "2.500000"),
                Arguments.of("{0:.0f}", 2.5, "2"),
                Arguments.of("{0:.0f}", 3.5, "4"),
                Arguments.of("{0:.0f}", 0.5, "0"),
                Arguments.of("{0:.1f}", -0.01, "-0.0"),
                Arguments.of("{0:.2f}", -0.0, "-0.00"),
                Arguments.of("{0:5d}", -42, "  -42"),
                Arguments.of("{0:05d}", -42, "-0042"),
                Arguments.of("{0:<5d}", 42, "42   "),
                Arguments.of("{0:^6d}", 42, "  42  "),
                Arguments.of("{0:^7d}", 42, "  42   "),
                Arguments.of("{0:=+6d}", 42, "+   42"),
                Arguments.of("{0:*^9.2f}", 3.14159, "**3.14***"),
                Arguments.of("{0:*>5}", 7, "****7"),
                Arguments.of("{0:<05d}", 3, "30000"),
                Arguments.of("{0: d}", 3, " 3"),
                Arguments.of("{0:-d}", 3, "3"),
                Arguments.of("{0:+d}", 3, "+3"),
                Arguments.of("{0:+x}", -255, "-ff"),
                Arguments.of("{0:#<4}", 1, "1###"),
                Arguments.of("{0}", 0.1, "0.1"),
                Arguments.of("{0}", 1e-05, "1e-05"),
                Arguments.of("{0}", 0.0001, "0.0001"),
                Arguments.of("{0}", 1000000000000000.0, "1000000000000000.0"),
                Arguments.of("{0}", 1e+16, "1e+16"),
                Arguments.of("{0}", 1.2345678901234568e+17, "1.2345678901234568e+17"),
                Arguments.of("{0}", 1e+22, "1e+22"),
                Arguments.of("{0}", -0.0, "-0.0"),
                Arguments.of("{0}", 100.0, "100.0"),
                Arguments.of("{0}", Double.POSITIVE_INFINITY, "inf"),
                Arguments.of("{0}", Double.NEGATIVE_INFINITY, "-inf"),
                Arguments.of("{0}", Double.NaN, "nan"),
                Arguments.of("{0:6}", Double.NaN, "   nan"),
                Arguments.of("{0:+f}", Double.POSITIVE_INFINITY, "+inf"),
                Arguments.of("{0:06}", Double.NEGATIVE_INFINITY, "-00inf"),
                Arguments.of("{0:%}", Double.POSITIVE_INFINITY, "inf%"),
                Arguments.of("{0:.2}", 0.0, "0.0"),
                Arguments.of("{0:.1}", 0.0, "0e+00"),
                Arguments.of("{0:.3}", 1234.5, "1.23e+03"),
                Arguments.of("{0:10.3}", 0.00012345, "  0.000123"),
                Arguments.of("{0:8}", 1.5, "     1.5"),
                Arguments.of("{0:08}", -1.5, "-00001.5"),
                Arguments.of("{0:f}", 3, "3.000000"),
                Arguments.of("{0:.2f}", 3, "3.00"),
                Arguments.of("{0:e}", 1500, "1.500000e+03"),
                Arguments.of("{0:g}", 1000000, "1e+06"),
                Arguments.of("{0:.1%}", 1, "100.0%"),
                Arguments.of("{0:,d}", -1234567, "-1,234,567"),
                Arguments.of("{0:>6}", "ab", "    ab"),
                Arguments.of("{0:6}|", "ab", "ab    |"),
                Arguments.of("{0:^6}|", "ab", "  ab  |"),
                Arguments.of("{0:.2}", "abcdef", "ab"),
                Arguments.of("{0:5.1}|", "abc", "a    |"),
                Arguments.of("{0:s}", "x", "x"),
                Arguments.of("{0:*<4s}", "x", "x***"),
                Arguments.of("{0:05}", "ab", "ab000"),
                Arguments.of("{0:>05}", "ab", "000ab"),
                Arguments.of("{{}}", 1, "{}"),
                Arguments.of("{{{0}}}", 1, "{1}"),
                Arguments.of("{{0}}", 1, "{0}"),
                Arguments.of("a{{b", 1, "a{b"),
                Arguments.of("100 %", 1, "100 %"),
                Arguments.of("", 1, ""),
                Arguments.of("{}", 1, "1"),
                Arguments.of("[{:>4}]", 1, "[   1]"),
                Arguments.of("{:.3f}", 2.0, "2.000"),
                Arguments.of("{0:.20f}", 0.1, "0.10000000000000000555"),
                Arguments.of("{0:.3f}", 1e+20, "100000000000000000000.000"),
                Arguments.of("{0}", new BigInteger("12345678901234567890"), "12345678901234567890"),
                Arguments.of("{0:x}", new BigInteger("1180591620717411303424"), "400000000000000000"),
                Arguments.of("{0}", 1.7976931348623157e+308, "1.7976931348623157e+308"));
    }

    static Stream<Arguments> others() {
        return Stream.of(
                Arguments.of("{}", null, "None"),
                Arguments.of("{0}", true, "True"),
                Arguments.of("{0:}", false, "False"),
                Arguments.of("{0:>6}", true, "     1"),
                Arguments.of("{0:d}", false, "0"),
                Arguments.of("{0:.1f}", true, "1.0"),
                Arguments.of(
                        "{}", List.of(new BigDecimal("0.1"), 1e-05, 1e+16, 3, 2.0f), "[0.1, 1e-05, 1e+16, 3, 2.0]"),
                Arguments.of(
                        "{}",
                        Arrays.asList("a", null, true, List.of(), "it's", "\"it's\"", "a\\\n"),
                        "['a', None, True, [], \"it's\", '\"it\\'s\"', 'a\\\\\\n']"),
                Arguments.of("{}", Double.MIN_VALUE, "5e-324"),
                Arguments.of("{}", 2 * Double.MIN_VALUE, "1e-323"),
                Arguments.of("{}", 1.5e-323, "1.5e-323"),
                Arguments.of("{}", -10 * Double.MIN_VALUE, "-5e-323"),
                Arguments.of("{}", 2e23, "2e+23"),
                Arguments.of("{}", Float.MIN_VALUE, "1e-45"));
    }

    @ParameterizedTest
    @MethodSource("others")
    void nullBooleansListsAndTheSmallestNumbersAreWhatPythonPrints(
            String pattern, @Nullable Object value, String expected) {
        assertEquals(expected, PythonFormat.format(pattern, value));
    }

    @Test
    void aNullThatStandsAloneIsAValue() {
        assertEquals("None", PythonFormat.format("{}", (Object[]) null));
    }

    static Stream<Arguments> unfit() {
        return Stream.of(
                Arguments.of("{0:s}", true, "an integer, as 1 is"),
                Arguments.of("{0:>6}", null, "a null, as None is"),
                Arguments.of("{0:>6}", List.of("a"), "a list, as ['a'] is"));
    }

    @ParameterizedTest
    @MethodSource("unfit")
    void whatPythonRefusesIsRefused(String pattern, @Nullable Object value, String why) {
        ProgramException thrown = assertThrows(ProgramException.class, () -> PythonFormat.format(pattern, value));
        assertEquals(
                "format('" + pattern + "') has " + pattern + ", which is no format of " + why, thrown.getMessage());
    }

    @Test
    void valuesAreNumberedByThemselvesOrByHand() {
        assertEquals("1 2", PythonFormat.format("{} {}", 1, 2));
        assertEquals("2 1 2", PythonFormat.format("{1} {0} {1}", 1, 2));
        assertEquals("0.1 0.001", PythonFormat.format("{} {}", 0.1f, new BigDecimal("0.0010")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{0} of {1} | has 1 value and asks for {1}, where the first is {0}",
                "{} of {} | has 1 value and asks for {1}, where the first is {0}",
                "{} of {0} | has both {} and {0}; number all of its values, or none",
                "{0} of {} | has both {} and {0}; number all of its values, or none",
                "{0:q} | has {0:q}, whose format is not known; known is [[fill]align][sign][0][width][,][.precision][type] with d x o b e f g % s",
                "{0:.2d} | has {0:.2d}, which is no format of an integer, as 3 is",
                "{0:s} | has {0:s}, which is no format of an integer, as 3 is",
                "{0:,x} | has {0:,x}, which is no format of an integer, as 3 is",
                "{loss} | has a '{' that is none of {}, {0} and {0:spec}; a brace that is to be printed is written twice",
                "{0!r} | has a '{' that is none of {}, {0} and {0:spec}; a brace that is to be printed is written twice",
                "{0:{1}} | has a '{' that is none of {}, {0} and {0:spec}; a brace that is to be printed is written twice",
                "0} | has a '}' that is none of {}, {0} and {0:spec}; a brace that is to be printed is written twice"
            })
    void whatIsNoFormatIsASentence(String pattern, String why) {
        ProgramException thrown = assertThrows(ProgramException.class, () -> PythonFormat.format(pattern, 3));
        assertEquals("format('" + pattern + "') " + why, thrown.getMessage());
    }

    @ParameterizedTest
    @CsvSource({"{0:d},a float", "{0:x},a float", "{0:s},a float"})
    void aFloatIsNoInteger(String pattern, String kind) {
        ProgramException thrown = assertThrows(ProgramException.class, () -> PythonFormat.format(pattern, 2.5));
        assertEquals(
                "format('" + pattern + "') has " + pattern + ", which is no format of " + kind + ", as 2.5 is",
                thrown.getMessage());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"{0:d}", "{0:+}", "{0:=5}", "{0:,}", "{0:.2f}"})
    void textIsNoNumber(String pattern) {
        ProgramException thrown = assertThrows(ProgramException.class, () -> PythonFormat.format(pattern, "ab"));
        assertEquals(
                "format('" + pattern + "') has " + pattern + ", which is no format of text, as ab is",
                thrown.getMessage());
    }
}
