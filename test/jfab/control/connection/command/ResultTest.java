package jfab.control.connection.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import jfab.control.connection.host.Host;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResultTest {
    /** Nothing of jfab's own may get into a command that a script puts together from results. */
    @ParameterizedTest
    @CsvSource({"'root\n', root", "'a\nb\n\n', 'a\nb'", "'a\r\n', a", "'', ''", "'\n', ''", "' a ', ' a '"})
    void withinATextItIsItsOutputAsInAShell(String out, String text) {
        assertEquals("<" + text + ">", "<" + result(out) + ">");
    }

    /** As scripts do with releases: Groovy's sort() changes the list. */
    @Test
    void linesAndWordsAreTheCallersOwn() {
        Result result = result("2024 b\n2023 a\n");
        List<String> lines = result.lines();
        lines.sort(null);
        assertEquals(List.of("2023 a", "2024 b"), lines);
        assertEquals(List.of("2024 b", "2023 a"), result.getLines());
        assertEquals(List.of("2024", "b", "2023", "a"), result.split());
        assertEquals(List.of(), result("\n").split());
    }

    private static Result result(String out) {
        return new Result(Host.parse("a"), Command.shell("x"), 3, null, out, "err", Duration.ZERO);
    }
}
