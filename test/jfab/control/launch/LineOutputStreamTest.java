package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineOutputStreamTest {
    @Test
    void aLineWithoutEndIsCutBetweenCharactersAndNeverHeld() {
        List<String> lines = new ArrayList<>();
        byte[] part = ("x" + "\u20ac".repeat(100_000)).getBytes(StandardCharsets.UTF_8);
        try (LineOutputStream out = new LineOutputStream(lines::add)) {
            for (int i = 0; i < 20; i++) {
                out.write(part, 0, part.length);
            }
            assertTrue(lines.size() >= 5, () -> lines.size() + " lines");
            out.write('\n');
        }
        assertEquals(new String(part, StandardCharsets.UTF_8).repeat(20), String.join("", lines));
        lines.forEach(line -> assertTrue(line.getBytes(StandardCharsets.UTF_8).length <= LineOutputStream.LONGEST));
    }
}
