package jfab.control.connection.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Output cut at every place that it can be cut at. */
class LineOutputStreamTest {
    @Test
    void linesAreTheSameHoweverTheyArrive() {
        byte[] bytes = "é1\n\r\nzwei€\r\n\n𝄞 rest".getBytes(StandardCharsets.UTF_8);
        for (int first = 0; first <= bytes.length; first++) {
            for (int second = first; second <= bytes.length; second++) {
                List<String> lines = new ArrayList<>();
                LineOutputStream cutter = new LineOutputStream(lines::addAll);
                cutter.write(Arrays.copyOfRange(bytes, 0, first));
                cutter.write(Arrays.copyOfRange(bytes, first, second));
                cutter.write(Arrays.copyOfRange(bytes, second, bytes.length));
                cutter.close();
                assertEquals(List.of("é1", "", "zwei€", "", "𝄞 rest"), lines);
            }
        }
    }

    @Test
    void ofALineThatRewritesItselfNothingIsLost() {
        assertEquals(List.of("10%\r55%\r100%", "next"), lines("10%\r55%\r100%\nnext"));
        assertEquals(List.of("10%\r100%"), lines("10%\r100%\r\n"));
    }

    @Test
    void aLineWithoutEndIsCutBetweenCharacters() {
        String text = "x" + "€𝄞é".repeat(200_000);
        List<String> lines = lines(text);
        assertTrue(lines.size() > 1);
        assertEquals(text, String.join("", lines));
        assertTrue(lines.stream()
                .allMatch(line -> line.getBytes(StandardCharsets.UTF_8).length <= LineOutputStream.LONGEST));
    }

    @Test
    void aLineIsNotCutInsideASecret() {
        Secret.of("hidden-\u20ac-value", "a secret");
        String text = "x".repeat(LineOutputStream.LONGEST - 5) + "hidden-\u20ac-value"
                + "y".repeat(LineOutputStream.LONGEST + 40_000);
        List<String> lines = lines(text);
        assertEquals(text, String.join("", lines));
        assertTrue(lines.size() > 1);
        assertTrue(lines.stream().anyMatch(line -> line.contains("hidden-\u20ac-value")));
    }

    /** The lines of {@code text} when it arrives in packets. */
    private static List<String> lines(String text) {
        List<String> lines = new ArrayList<>();
        LineOutputStream cutter = new LineOutputStream(lines::addAll);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int from = 0; from < bytes.length; from += 32_001) {
            cutter.write(Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + 32_001)));
        }
        cutter.close();
        return lines;
    }
}
