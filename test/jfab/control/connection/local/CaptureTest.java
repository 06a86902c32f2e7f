package jfab.control.connection.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is kept of output, against all of it. */
class CaptureTest {
    @Test
    void keepsAllUpToTheLimitAndThenTheEnd() {
        Random random = new Random(1);
        for (int round = 0; round < 300; round++) {
            int limit = 1 + random.nextInt(5000);
            Capture capture = new Capture(limit);
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (int part = random.nextInt(20); part >= 0; part--) {
                byte[] bytes =
                        "x".repeat(random.nextInt(part % 7 == 0 ? 6000 : 900)).getBytes(StandardCharsets.UTF_8);
                for (int i = 0; i < bytes.length; i++) {
                    bytes[i] = (byte) ('a' + random.nextInt(26));
                }
                all.writeBytes(bytes);
                capture.add(bytes);
            }
            byte[] whole = all.toByteArray();
            int from = Math.max(0, whole.length - limit);
            assertEquals(new String(whole, from, whole.length - from, StandardCharsets.UTF_8), capture.text());
            assertEquals(from, capture.omitted());
        }
    }

    @Test
    void noCharacterIsCutWhereverTheChunksEnd() {
        byte[] bytes = "aé€𝄞".repeat(20).getBytes(StandardCharsets.UTF_8);
        for (int chunk = 1; chunk < 12; chunk++) {
            for (int limit = 1; limit <= bytes.length; limit++) {
                Capture capture = new Capture(limit);
                for (int from = 0; from < bytes.length; from += chunk) {
                    capture.add(Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + chunk)));
                }
                String text = capture.text();
                assertFalse(text.contains("\ufffd"), text);
                assertEquals(bytes.length - limit, capture.omitted());
            }
        }
    }
}
