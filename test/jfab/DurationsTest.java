package jfab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
    @ParameterizedTest
    @CsvSource({
        "0, PT0S",
        "30, PT30S",
        "500ms, PT0.5S",
        "30s, PT30S",
        "5m, PT5M",
        "36h, PT36H",
        "30d, PT720H",
        "2w, PT336H",
        "1h30m, PT1H30M",
        "1h30, PT1H30S",
        "' 90 s ', PT90S",
        "10M, PT10M",
        "36500d, PT876000H"
    })
    void aTimeIsReadAsSshReadsIt(String text, Duration time) {
        assertEquals(Optional.of(time), Durations.read(text));
    }

    @ParameterizedTest
    @DisplayName("one that is none is not read in part")
    @ValueSource(
            strings = {"", " ", "soon", "-5", "5x", "1.5h", "5 m h", "1234567890", "10 20", "h", "5300w", "999999999w"})
    void noTime(String text) {
        assertEquals(Optional.empty(), Durations.read(text));
    }
}
