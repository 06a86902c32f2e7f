package jfab.control.warm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WarmRequestTest {
    private static WarmRequest of(String text) throws IOException {
        return WarmRequest.of(text.replace('|', '\0').getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void argumentsAndVariablesMayBeEmptyAndHaveAnySign() throws IOException {
        assertEquals(
                new WarmRequest(true, List.of("", "a=b", "ü\n"), Map.of("A", "", "B", "x=y", "=C", "d")),
                of("terminal|3||a=b|ü\n|A=|B=x=y|=C=d|"));
        assertEquals(new WarmRequest(false, List.of(), Map.of()), of("none|0|"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "none", "none|", "none|x|", "none|-1|", "none|2|a|", "none|1|a|novalue|", "none|0"})
    void whatIsNoCommandIsRefused(String text) {
        assertThrows(IOException.class, () -> of(text));
    }

    @Test
    void whatIsNoTextIsRefused() {
        assertThrows(IOException.class, () -> WarmRequest.of(new byte[] {'n', 0, '1', 0, (byte) 0xff, 0}));
    }
}
