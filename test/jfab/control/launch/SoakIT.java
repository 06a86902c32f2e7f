package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code test/soak} in seconds. */
@Needs({Tool.SSHD, Tool.MOUNT})
class SoakIT {
    @TempDir
    Path folder;

    @Test
    void jobsTrainOnWhateverBreaksAndNothingIsLost() throws Exception {
        try (Soak soak = new Soak(folder, Soak.Pace.brief(), 3)) {
            assertEquals(List.of(), soak.run());
        }
    }
}
