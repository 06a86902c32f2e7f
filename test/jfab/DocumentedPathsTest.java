package jfab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What {@code docs/architecture.md} and {@code docs/timers.md} name exists. */
class DocumentedPathsTest {
    private static final Path ROOT = Path.of(System.getProperty("basedir", "."));
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```\\n(.*?)^```$");
    /** What stands before the explanation. */
    private static final Pattern CLASSES = Pattern.compile("^ *\\w+( \\w+)*");

    private static final Pattern CLASS = Pattern.compile("\\w+");
    private static final Pattern TEST = Pattern.compile("`(\\w+(?:IT|Spec|Test))`");
    private static final Pattern SCRIPT = Pattern.compile("`(\\w+\\.sh)`");

    @Test
    void everyClassOfAPathExists() throws IOException {
        Set<String> files = sources();
        List<String> named = BLOCK.matcher(document())
                .results()
                .flatMap(block -> block.group(1).lines())
                .map(CLASSES::matcher)
                .filter(Matcher::find)
                .flatMap(line -> CLASS.matcher(line.group()).results().map(MatchResult::group))
                .toList();
        assertTrue(named.size() > 80, named.toString());
        assertEquals(
                List.of(),
                named.stream().filter(name -> !files.contains(name + ".java")).toList());
    }

    @Test
    void everyScriptExists() throws IOException {
        Set<String> files = sources();
        assertEquals(
                List.of(),
                SCRIPT.matcher(document())
                        .results()
                        .map(script -> script.group(1))
                        .filter(name -> !files.contains(name))
                        .toList());
    }

    @Test
    void everyTestOfATimerExists() throws IOException {
        Set<String> files = files("test");
        List<String> named = TEST.matcher(Files.readString(ROOT.resolve("docs/timers.md")))
                .results()
                .map(test -> test.group(1))
                .toList();
        assertTrue(named.size() > 15, named.toString());
        assertEquals(
                List.of(),
                named.stream()
                        .filter(name -> !files.contains(name + ".java") && !files.contains(name + ".groovy"))
                        .toList());
    }

    private static String document() throws IOException {
        return Files.readString(ROOT.resolve("docs/architecture.md"));
    }

    private static Set<String> sources() throws IOException {
        return files("src");
    }

    private static Set<String> files(String folder) throws IOException {
        try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
            return files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
        }
    }
}
