package jfab.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import groovy.lang.Binding;
import groovy.lang.GroovyShell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import jfab.control.cli.Help;
import jfab.control.fabfile.FabfileReader;
import jfab.control.task.Task;
import jfab.reference.Reference.Word;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The reference of words and flags, and what {@code jfab lint} knows, are what the sources say.
 *
 * <p>{@code mvn -Pquick test -Dtest=ReferenceTest -Djfab.write=true} writes them anew.
 */
class ReferenceTest {
    private static final Map<String, String> TITLES = new LinkedHashMap<>();

    static {
        TITLES.put("fabfile", "Fabfiles");
        TITLES.put("cluster", "`cluster { }`");
        TITLES.put("training", "`training { }`");
        TITLES.put("connection", "Connections");
        TITLES.put("group", "Groups");
        TITLES.put("program", "Training programs");
        TITLES.put("version1", "Configurations of version 1");
    }

    private static final Map<String, String> LEADS = Map.of(
            "connection",
            "The first parameter of a task's body, `c`, and what [Ssh](library.md) opens. In a task, they may be called without it.",
            "group",
            "Several hosts at a time, `group('gpu[01-16]')`.",
            "program",
            "`name:` stands for a named argument; which of them are needed, and what those that are not are worth, is in the text.");

    private static List<Word> words = List.of();

    @TempDir
    private Path folder;

    @BeforeAll
    static void readWords() throws Exception {
        words = Reference.words();
    }

    private static void assertWritten(Path file, String text) throws IOException {
        if (Boolean.getBoolean("jfab.write")) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        }
        assertEquals(
                text,
                Reference.read(file),
                () -> file + " is not what the sources say; mvn -Pquick test -Dtest=ReferenceTest -Djfab.write=true");
    }

    @Test
    void everyWordIsExplained() {
        assertTrue(words.size() > 300, () -> words.size() + " words");
        assertEquals(
                List.of(),
                words.stream()
                        .filter(word -> TITLES.containsKey(word.where()))
                        .collect(Collectors.groupingBy(word -> word.family() + "." + word.name()))
                        .entrySet()
                        .stream()
                        .filter(same -> same.getValue().stream()
                                .allMatch(word -> word.doc().isEmpty()))
                        .map(Map.Entry::getKey)
                        .sorted()
                        .toList());
    }

    @Test
    void theVocabularyOfLintIsThatOfTheSources() throws IOException {
        assertWritten(Path.of("src/jfab/script/vocabulary"), Reference.vocabulary(words, Asked.values()));
    }

    @Test
    void allWordsOfTrainingSayWhichArgumentsTheyTake() {
        assertEquals(
                List.of(),
                Reference.vocabulary(words, Map.of())
                        .lines()
                        .filter(line -> line.matches("(program|version1) .* \\*"))
                        .toList());
    }

    @Test
    void theFilesOfEditors() throws Exception {
        assertWritten(Path.of("packaging/editors/jfab.code-snippets"), Reference.snippets(words));
        Path gdsl = Path.of("packaging/editors/jfab.gdsl");
        assertWritten(gdsl, Reference.gdsl(words));
        // In the place of IntelliJ, which is not here: what it would be told.
        List<String> declared = new ArrayList<>();
        GroovyShell shell = new GroovyShell(new Binding(Map.of("declared", declared)));
        shell.evaluate("""
                class Teller {
                    List declared
                    def place = null
                    def method(Map told) { assert told.params instanceof Map; assert told.doc != null; declared << told.name }
                    def enclosingCall(name) { true }
                }
                def told = declared
                def tell = { context, body -> body.delegate = new Teller(declared: told); body.resolveStrategy = 1; body() }
                def binding = new Binding(contributor: tell, context: { it }, scriptScope: { 1 }, closureScope: { 1 })
                new GroovyShell(binding).evaluate(new File('%s'))
                """.formatted(gdsl));
        assertTrue(declared.containsAll(List.of("fc", "trainers", "outputs")), declared::toString);
    }

    @Test
    void thePageOfWordsAndFlags() throws Exception {
        StringBuilder page = new StringBuilder("""
                # Reference

                All words of fabfiles and training programs, and all flags, as the program has them. This page is made from the sources.

                """);
        Map<String, Map<String, List<Word>>> all = new LinkedHashMap<>();
        for (Word word : words) {
            all.computeIfAbsent(word.where(), any -> new LinkedHashMap<>())
                    .computeIfAbsent(word.family() + "." + word.name(), any -> new ArrayList<>())
                    .add(word);
        }
        TITLES.forEach((where, title) -> {
            page.append("## ").append(title).append("\n\n");
            if (LEADS.containsKey(where)) {
                page.append(LEADS.get(where)).append("\n\n");
            }
            all.getOrDefault(where, Map.of()).values().forEach(ways -> page.append(entry(ways)));
        });
        page.append("## Flags of jfab\n\n").append(indented(Help.core())).append("## Tasks about jobs\n\n");
        Files.writeString(folder.resolve("fabfile.groovy"), "cluster { hosts 'gpu01' }\n");
        Collection<Task> tasks = new FabfileReader(event -> {})
                .read(folder.resolve("fabfile.groovy"))
                .callable()
                .values();
        for (Task task : tasks) {
            page.append("### ").append(task.name()).append("\n\n").append(indented(Help.of(task)));
        }
        assertWritten(Path.of("docs/reference.md"), page.toString().strip() + "\n");
    }

    /** The ways in which a word is called, and the longest text on them. */
    private static String entry(List<Word> ways) {
        String calls =
                ways.stream().map(Word::call).distinct().collect(Collectors.joining("\n", "```groovy\n", "\n```"));
        String doc = ways.stream()
                .map(Word::doc)
                .max(Comparator.comparingInt(String::length))
                .orElseThrow();
        return "### " + ways.getFirst().name() + "\n\n" + calls + "\n\n" + doc + "\n\n";
    }

    private static String indented(String text) {
        return text.strip()
                        .lines()
                        .map(line -> line.isBlank() ? "" : "    " + line)
                        .collect(Collectors.joining("\n")) + "\n\n";
    }
}
