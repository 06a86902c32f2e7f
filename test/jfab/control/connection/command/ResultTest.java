package jfab.control.connection.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import jfab.control.connection.host.Host;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResultTest {
    /** Nothing of jfab's own may get into a command that a script puts together from results. */
    @ParameterizedTest
    @CsvSource({"'root\n', root", "'a\nb\n\n', 'a\nb'", "'a\r\n', a", "'', ''", "'\n', ''", "' a ', ' a '"})
    void withinATextItIsItsOutputAsInAShell(String out, String text) {
        Result result = new Result(Host.parse("a"), Command.shell("x"), 3, null, out, "err", Duration.ZERO);
        assertEquals("<" + text + ">", "<" + result + ">");
    }
}
