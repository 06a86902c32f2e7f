package jfab.control.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScaleTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0     | 1       | 0 0.2 0.4 0.6 0.8 1.0",
                "0     | 3200    | 0 1,000 2,000 3,000 4,000",
                "0.012 | 0.018   | 0.012 0.014 0.016 0.018",
                "-3    | 7       | -4 -2 0 2 4 6 8",
                "5     | 5       | 5.0 5.1 5.2 5.3 5.4 5.5",
                "0     | 3e-7    | 0 1.0e-07 2.0e-07 3.0e-07",
                "0     | 2.4e9   | 0 5.0e+08 1.0e+09 1.5e+09 2.0e+09 2.5e+09",
                "NaN   | NaN     | 0 0.2 0.4 0.6 0.8 1.0",
                "0.3   | 0.30000000000000004 | 0.3000000 0.3000001 0.3000002 0.3000003",
                "0     | 1e-323  | 0 2.0e-10 4.0e-10 6.0e-10 8.0e-10 1.0e-09",
            })
    void ticksAreRoundAndHoldAllNumbers(double least, double most, String ticks) {
        Scale scale = Scale.of(least, most);
        assertEquals(ticks, scale.ticks().stream().map(scale::label).collect(Collectors.joining(" ")));
        assertTrue(!(scale.from() > least) && !(scale.to() < most));
    }

    /** As a program writes them whose loss is lost. */
    @ParameterizedTest
    @CsvSource({"4.9e-324,1e308", "-1e308,1e308", "4.9e-324,1e-323", "1,1.0000000000000002", "1e300,1e300", "-1e-320,0"
    })
    void whatHasNoDistanceHasAScaleAllTheSame(double least, double most) {
        for (Scale scale : new Scale[] {Scale.of(least, most), Scale.wide(least, most)}) {
            assertTrue(scale.ticks().size() > 1 && scale.ticks().size() < 12, scale::toString);
            scale.ticks().forEach(tick -> assertTrue(scale.label(tick).length() < 16, scale::toString));
            assertTrue(scale.place(least) >= 0 && scale.place(most) <= 1, scale::toString);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0.02  | 3       | 0.01 0.1 1 10",
                "1     | 1000    | 1 10 100 1,000",
                "1e-9  | 1       | 1e-09 1e-07 1e-05 0.001 0.1 10",
                "0.1   | 9       | 0 2 4 6 8 10",
                "0     | 3200    | 0 1,000 2,000 3,000 4,000",
                "-1    | 700     | -200 0 200 400 600 800",
            })
    void numbersThatSpanManyPowersHaveEqualDistancesForEqualRatios(double least, double most, String ticks) {
        Scale scale = Scale.wide(least, most);
        assertEquals(ticks, scale.ticks().stream().map(scale::label).collect(Collectors.joining(" ")));
        assertTrue(scale.from() <= least && scale.to() >= most);
        if (scale.logarithmic()) {
            assertEquals(
                    scale.place(scale.from() * 10) - scale.place(scale.from()),
                    scale.place(scale.to()) - scale.place(scale.to() / 10),
                    1e-9);
        }
    }
}
