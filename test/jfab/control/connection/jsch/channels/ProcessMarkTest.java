package jfab.control.connection.jsch.channels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ProcessMarkTest {
    @Test
    void processMarkIsTakenOutHoweverItArrives() {
        ProcessMark sample = new ProcessMark();
        int length = ("hi" + sample.before("x").split(" ", -1)[1] + " 4711\nerr").length();
        for (int cut = 0; cut <= length; cut++) {
            ProcessMark mark = new ProcessMark();
            byte[] bytes = ("hi" + mark.before("x").split(" ", -1)[1] + " 4711\nerr").getBytes(StandardCharsets.UTF_8);
            String out = text(mark.filter(Arrays.copyOfRange(bytes, 0, cut)))
                    + text(mark.filter(Arrays.copyOfRange(bytes, cut, bytes.length)))
                    + text(mark.rest());
            assertEquals("hierr", out);
            assertTrue(mark.known());
            assertEquals(4711, mark.id());
        }
    }

    @Test
    void outputWithoutAMarkIsPassedOn() {
        ProcessMark mark = new ProcessMark();
        assertArrayEquals(new byte[0], mark.filter("no shell here".getBytes(StandardCharsets.UTF_8)));
        assertEquals("no shell here", text(mark.rest()));
        assertFalse(mark.known());
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
