package jfab.control.connection.files;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a pattern admits is what a real shell takes for it. */
class PathPatternTest {
    private static final List<String> NAMES = List.of(
            "a.log",
            "b.log",
            "B.log",
            ".a.log",
            "7.log",
            "d [1].log",
            "new\nline.log",
            "a",
            "ab",
            "-rf",
            "]x",
            "^x",
            "!x",
            "a.b",
            "a$b",
            "d/a.log",
            "d/.h/a.log",
            ".h/a.log",
            "a\\b",
            "{a}",
            "x&&y",
            "d/e/f.log");

    @TempDir
    static Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*",
                "*.log",
                "?.log",
                "[ab].log",
                "[!ab].log",
                "[^ab]*",
                "[a-z].log",
                "[[:digit:]].log",
                "[[:upper:]]*",
                "[[:xdigit:]b].log",
                "d [[]?].log",
                "[]x]*",
                "[!]]x",
                ".*.log",
                "*/*.log",
                ".h/*",
                "*/.h/*.log",
                "a?b",
                "a*",
                "[a",
                "{a*",
                "[-x]*",
                "x[&&]*",
                "[\\]*",
                "a[\\]b",
                "*\\*",
                "[$.]*",
                "a[$.]b",
                "*e.log"
            })
    void aPatternAdmitsWhatAShellTakes(String pattern) throws Exception {
        for (String name : NAMES) {
            Files.createDirectories(folder.resolve(name).getParent());
            if (!Files.exists(folder.resolve(name))) {
                Files.writeString(folder.resolve(name), "");
            }
        }
        List<String> all;
        try (Stream<Path> tree = Files.walk(folder)) {
            all = tree.skip(1)
                    .map(each -> folder.relativize(each).toString())
                    .sorted()
                    .toList();
        }
        Process shell = new ProcessBuilder(
                        "bash",
                        "-c",
                        "for f in ./" + PathPattern.word(pattern) + "; do [ ! -e \"$f\" ] || find \"$f\" -print0; done")
                .directory(folder.toFile())
                .start();
        String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        List<String> taken = Arrays.stream(said.split("\0"))
                .filter(name -> !name.isEmpty())
                .map(name -> name.substring(2).replaceAll("/+", "/").replaceAll("/$", ""))
                .distinct()
                .sorted()
                .toList();
        assertEquals(
                taken, all.stream().filter(new PathPattern("", pattern)::admits).toList());
    }
}
