package jfab.control.observe;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ObservedStepTest {
    @Test
    void aLineOfMetricsIsAStep() {
        ObservedStep step = ObservedStep.parse(
                        "{\"time\":\"2026-11-21T12:48:24.712Z\",\"pass\":0,\"step\":7,\"samples\":20,\"loss\":516.5,"
                                + "\"samples_per_second\":344.5,\"milliseconds\":{\"step\":58,\"data\":4,\"wait\":30.5}}")
                .orElseThrow();
        assertEquals(Instant.parse("2026-11-21T12:48:24.712Z"), step.time());
        assertEquals(7, step.step());
        assertEquals(516.5, step.lossOrNaN());
        assertEquals(344.5, step.samplesPerSecond());
        assertEquals(0.058, step.seconds(), 1e-12);
        assertEquals(30.5, step.of(ObservedStepPart.WAIT));
        assertEquals(0, step.of(ObservedStepPart.SEND));
        assertEquals(0.0275, step.own(), 1e-12);
    }

    @Test
    void aLossThatIsNoNumberIsKeptAsSuch() {
        ObservedStep step = ObservedStep.parse("{\"time\":\"2026-11-21T12:48:24Z\",\"step\":1,\"loss\":null}")
                .orElseThrow();
        assertEquals(OptionalDouble.of(Double.NaN), step.loss());
    }

    @ParameterizedTest
    @CsvSource({"NaN,NaN", "Infinity,Infinity", "-Infinity,-Infinity"})
    void aLossThatPythonWritesIsReadWithItsStep(String written, double loss) {
        ObservedStep step = ObservedStep.parse("{\"time\": \"2026-11-21T12:48:24Z\", \"step\": 7, \"loss\": " + written
                        + ", \"NaN \\\" Infinity\": 3, \"accuracy\": NaN}")
                .orElseThrow();
        assertEquals(7, step.step());
        assertEquals(OptionalDouble.of(loss), step.loss());
        assertEquals(Map.of("NaN \" Infinity", 3.0), step.others());
    }

    @Test
    void aTextOfBackslashesAloneIsReadOrPassedOver() {
        assertDoesNotThrow(() -> ObservedStep.parse("{\"step\":NaN,\"x\":\"" + "\\\\".repeat(200_000) + "\"}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "{\"time\":", "0.5,\"samples\":20}", "[1]", "{\"step\":1}", "{\"time\":\"now\",\"step\":1}"})
    void whatIsNoStepIsPassedOver(String line) {
        assertTrue(ObservedStep.parse(line).isEmpty());
    }
}
