package jfab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What README.md, the pages in docs and those beside it say of files and packages. */
class ReadmeTest {
    private static final Path ROOT = Path.of("").toAbsolutePath();

    private static Stream<Path> pages() throws IOException {
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            return Stream.concat(top, docs).filter(file -> file.toString().endsWith(".md")).toList().stream();
        }
    }

    @Test
    void everyLinkLeadsToAFile() throws IOException {
        List<String> wrong = new ArrayList<>();
        int links = 0;
        for (Path page : pages().toList()) {
            for (String link : found("\\]\\(([^)#:]+)(?:#[^)]*)?\\)", read(page))) {
                links++;
                if (!Files.isRegularFile(page.resolveSibling(link))) {
                    wrong.add(ROOT.relativize(page) + ": " + link);
                }
            }
        }
        assertTrue(links > 60, "links: " + links);
        assertEquals(List.of(), wrong);
    }

    @Test
    void everyPageIsReachedFromTheFirst() throws IOException {
        String first = read(ROOT.resolve("README.md"));
        assertEquals(
                List.of(),
                pages().map(page -> ROOT.relativize(page).toString())
                        .filter(page -> !page.equals("README.md") && !first.contains("](" + page + ")"))
                        .toList());
    }

    @Test
    void theMapNamesThePackagesThatThereAre() throws IOException {
        String map = read(ROOT.resolve("docs/architecture.md"));
        map = map.substring(map.indexOf("## Map of the source"), map.indexOf("## Four paths"));
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
