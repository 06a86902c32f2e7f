package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The part of {@code test/faults} that breaks connections to jobs, in short. */
@Needs(Tool.SSHD)
class JobFaultsIT {
    private static final int CASES = 8;

    @TempDir
    Path folder;

    @Test
    void jobsCanBeFoundAndEndedWhereverAConnectionBroke() throws Exception {
        try (JobFaults faults = new JobFaults(folder, 1)) {
            for (int i = 0; i < CASES; i++) {
                faults.next();
            }
            assertEquals(List.of(), faults.wrong());
        }
    }
}
