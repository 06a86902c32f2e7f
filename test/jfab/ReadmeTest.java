package jfab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the README says of files and packages. */
class ReadmeTest {
    private static final String TEXT = read(Path.of("README.md"));

    @Test
    void everyLinkLeadsToAFile() {
        List<String> links = found("\\]\\(([^)#:]+)\\)", TEXT);
        assertTrue(links.size() > 30, "links: " + links);
        assertEquals(
                List.of(),
                links.stream()
                        .filter(link -> !Files.isRegularFile(Path.of(link)))
                        .toList());
    }

    @Test
    void theMapNamesThePackagesThatThereAre() throws IOException {
        String map = TEXT.substring(TEXT.indexOf("## Map of the source"), TEXT.indexOf("## Decisions"));
        TreeSet<String> named = new TreeSet<>(found("`(jfab(?:\\.[a-z0-9]+)+)`", map));
        try (Stream<Path> files = Files.walk(Path.of("src"))) {
            TreeSet<String> there = files.filter(file -> file.endsWith("package-info.java"))
                    .map(file -> Path.of("src")
                            .relativize(file.getParent())
                            .toString()
                            .replace('/', '.'))
                    .filter(name -> !name.equals("jfab"))
                    .collect(Collectors.toCollection(TreeSet::new));
            assertEquals(there, named);
        }
    }

    private static List<String> found(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
