package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Directories that no request to a host could name. */
class RootDirTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "' ' | is empty; write rootDir '/home/paddle'",
                "-x  | begins with -, as an option does; write rootDir './-x'",
                "'x\ny' | has a control character, such as a line break",
            })
    void itIsRefusedBeforeAnyHostIsAsked(String rootDir, String why) {
        LaunchException refused = assertThrows(
                LaunchException.class, () -> CommandTraining.of(rootDir, 1, List.of("true"), Map.of(), new Notices()));
        assertEquals("the cluster's rootDir " + why, refused.getMessage());
    }
}
