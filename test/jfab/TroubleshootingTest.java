package jfab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The messages that docs/troubleshooting.md explains are those that the program has. */
class TroubleshootingTest {
    @Test
    void eachMessageStandsInTheSources() throws Exception {
        StringBuilder sources = new StringBuilder();
        try (Stream<Path> files = Files.walk(Path.of("src"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                sources.append(Files.readString(file)).append('\n');
            }
        }
        // A sentence that goes on in the next line of a program.
        String all = sources.toString().replaceAll("\"\\s*\\+\\s*\"", "");
        List<String> messages = Pattern.compile("(?m)^\\| `([^`]+)` \\|")
                .matcher(Files.readString(Path.of("docs/troubleshooting.md")))
                .results()
                .map((MatchResult row) -> row.group(1))
                .toList();
        assertTrue(messages.size() > 20, messages::toString);
        List<String> missing = new ArrayList<>();
        for (String message : messages) {
            for (String part : message.split("…", -1)) {
                if (!all.contains(part.strip())) {
                    missing.add(message + ": " + part);
                }
            }
        }
        assertEquals(List.of(), missing);
    }
}
