package jfab.control.cli.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import jfab.control.connection.host.Host;
import jfab.control.task.HostOutcome;
import jfab.control.task.TaskEvent;
import org.junit.jupiter.api.Test;

/** What the last lines of a terminal show while a host waits for an answer of the user. */
class StatusLineTest {
    private static final List<Host> HOSTS = List.of(new Host("a", null, 0), new Host("b", null, 0));

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream terminal = new PrintStream(bytes, true, UTF_8);
    private final StatusLine foot = new StatusLine(new Screen(terminal, terminal, true, false, true));

    /** As a terminal shows them: a carriage return begins the line anew, over what stands there. */
    private List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (String line : bytes.toString(UTF_8).split("\n", -1)) {
            StringBuilder shown = new StringBuilder();
            for (String written : line.split("\r", -1)) {
                shown.replace(0, Math.min(written.length(), shown.length()), written);
            }
            lines.add(shown.toString().stripTrailing());
        }
        return lines;
    }

    @Test
    void aQuestionStaysInSightUntilItIsAnswered() {
        foot.on(new TaskEvent.Started("t", HOSTS), "");
        assertEquals(List.of("0/2 done, 2 running: a,b"), lines());
        foot.ask(Optional.of("b: really?"));
        terminal.print("b: really? ");
        foot.on(new TaskEvent.Finished("t", new HostOutcome.Succeeded(HOSTS.get(0), Duration.ZERO, null)), "");
        assertEquals(List.of("b: really?"), lines());
        foot.above(() -> terminal.print("[a] a line\n"));
        assertEquals(List.of("[a] a line", "b: really?"), lines());
        terminal.print("yes\n");
        foot.ask(Optional.empty());
        assertEquals(List.of("[a] a line", "b: really? yes", "1/2 done, 1 running: b"), lines());
    }

    @Test
    void aTransferThatBeginsMeanwhileWaitsWithItsBar() {
        foot.on(new TaskEvent.Started("t", HOSTS), "");
        foot.ask(Optional.of("b: really?"));
        terminal.print("b: really? ");
        foot.on(new TaskEvent.Progress(HOSTS.get(0), "x", 1, 10_000_000), "");
        foot.on(new TaskEvent.Progress(HOSTS.get(0), "x", 10_000_000, 10_000_000), "");
        assertEquals(List.of("b: really?"), lines());
    }
}
