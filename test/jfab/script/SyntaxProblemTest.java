package jfab.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SyntaxProblemTest {
    @TempDir
    Path folder;

    /** What Groovy's real parser and jfab say of {@code script}. */
    private String told(String script) throws IOException {
        Path file = Files.writeString(folder.resolve("fabfile.groovy"), script);
        ScriptException e = assertThrows(
                ScriptException.class, () -> ScriptFile.of(file, new Object()).run(Map.of()));
        return String.valueOf(e.getMessage()).replace(folder + "/", "");
    }

    @Test
    void theBracketThatWasLeftOpenIsNamed() throws IOException {
        assertEquals(
                "fabfile.groovy:3: Unexpected input: '}'; the '(' of line 2 is not closed",
                told("task('a') { c ->\n    c.run('x'\n}\n"));
        assertEquals(
                "fabfile.groovy:3: Unexpected input: 'c'; the '[' of line 2 is not closed",
                told("task('a') { c ->\n    def x = [1, 2\n    c.run('x')\n}\n"));
    }

    @Test
    void bracketsInTextsAndCommentsDoNotCount() throws IOException {
        assertEquals(
                "fabfile.groovy:4: Unexpected input: '('; the '(' of line 4 is not closed",
                told("// (\nprintln('(' + \"\\\"[\" + '''\n({''') /* [ */\nprintln((1)\n}\n"));
    }

    @Test
    void whereNoBracketIsOpenNoneIsNamed() throws IOException {
        assertEquals("fabfile.groovy:2: Unexpected input: '}'", told("println(1)\n}\n"));
        assertEquals(
                "fabfile.groovy:1: Unexpected input: '{'; line 3 begins with package, which Groovy keeps for itself",
                told("cluster {\n    hosts 'a'\n    package 'src'\n}\n"));
    }

    @Test
    void aTextThatDoesNotEndIsSaidToBeOne() throws IOException {
        for (String quote : List.of("'", "\"")) {
            String told = told("println(1)\nprintln(" + quote + "one)\nprintln(2)\n");
            assertTrue(told.startsWith("fabfile.groovy:2: "), told);
            assertTrue(told.endsWith("; a text that begins there does not end"), told);
        }
    }

    @Test
    void aMistypedMethodOfGroovyIsSuggested() throws IOException {
        assertEquals(
                "fabfile.groovy:1: no word 'printn' takes (String); did you mean 'println'?", told("printn 'x'\n"));
    }
}
