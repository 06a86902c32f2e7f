package jfab.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jfab.script.ScriptCheck;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What pages show as Groovy is written with words and arguments that exist, whether or not another test runs it. */
class SamplesTest {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^( *)```groovy\n(.*?)^ *```");

    @TempDir
    private Path folder;

    static List<Path> pages() throws IOException {
        try (Stream<Path> documents = Files.list(Path.of("docs"))) {
            return Stream.concat(Stream.of(Path.of("README.md")), documents)
                    .filter(page -> page.toString().endsWith(".md"))
                    .filter(page -> Reference.read(page).contains("```groovy"))
                    // Its blocks are the heads of methods; Javadoc's samples are single words.
                    .filter(page -> !page.endsWith("reference.md"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everySampleIsWithoutComplaint(Path page) throws IOException {
        Matcher block = BLOCK.matcher(Reference.read(page));
        while (block.find()) {
            assertFaultless(block.group(2));
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void everyExampleIsWithoutComplaint(Path example) throws IOException {
        assertFaultless(Files.readString(example));
    }

    static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("examples"))) {
            return files.filter(file -> file.toString().endsWith(".groovy"))
                    .sorted()
                    .toList();
        }
    }

    /** A fabfile by its usual name, under which most is looked at: others may be included by one that has the names. */
    private void assertFaultless(String text) throws IOException {
        Path sample = Files.writeString(folder.resolve("sample.groovy"), text);
        ScriptCheck.Kind kind = ScriptCheck.kindOf(sample);
        Path named =
                kind == ScriptCheck.Kind.FABFILE ? Files.writeString(folder.resolve("fabfile.groovy"), text) : sample;
        assertEquals(List.of(), ScriptCheck.check(named, kind), text);
    }
}
