package jfab.training.train.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeneralTest {
    @ParameterizedTest
    @CsvSource({
        "4.134941, 4.13494",
        "0.25, 0.25",
        "100, 100",
        "123456.4, 123456",
        "1234567, 1.23457e+06",
        "0.0001, 0.0001",
        "0.00001234, 1.234e-05",
        "0, 0",
        "-2.5, -2.5",
        "NaN, nan",
        "-Infinity, -inf"
    })
    void numbersAreWrittenAsByC(double value, String text) {
        assertEquals(text, General.format(value));
    }
}
