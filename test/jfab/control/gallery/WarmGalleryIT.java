package jfab.control.gallery;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import jfab.control.cli.WarmProcesses;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The same commands, run by processes that wait for them: the same bytes, the same exit codes. */
@Needs(Tool.CC)
class WarmGalleryIT extends GalleryIT {
    @TempDir
    private Path elsewhere;

    /** By all of the tests: on a busy machine one that runs a single command may see that start Java. */
    private static int served;

    private WarmProcesses processes;

    @BeforeEach
    void begin() throws Exception {
        processes = WarmProcesses.begin();
    }

    @AfterEach
    void end() throws Exception {
        served += processes.served(elsewhere);
        processes.end();
    }

    @AfterAll
    static void commandsWereServed() {
        assertTrue(served > 0, "no process has run a command");
    }
}
