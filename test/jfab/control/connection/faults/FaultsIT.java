package jfab.control.connection.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The short form of {@code test/faults}. */
@Needs(Tool.SSHD)
class FaultsIT {
    private static final int CASES = 12;

    @TempDir
    Path folder;

    @Test
    void connectionsThatBreakAnywhereLoseNothingAndAreToldInASentence() throws Exception {
        try (Faults faults = new Faults(folder, 1)) {
            for (int i = 0; i < CASES; i++) {
                faults.next();
            }
            assertEquals(List.of(), faults.wrong());
        }
    }
}
