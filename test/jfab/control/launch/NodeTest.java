package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import jfab.JfabException;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.CommandException;
import jfab.control.connection.command.Result;
import jfab.control.connection.host.Host;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of requests that a host does not answer. */
class NodeTest {
    private static CommandException failure(int code, CommandException.Reason reason) {
        Result result =
                new Result(new Host("gpu1", null, 0), Command.shell("x"), code, null, "", "", Duration.ofSeconds(1));
        return new CommandException(result, reason, "`x` did not run");
    }

    /** Each would be the state of a job, for who asks status for its exit code. */
    @ParameterizedTest
    @ValueSource(ints = {0, 4, 75, 126, 143})
    void theCodeOfAHostThatRunsNothingIsNoJobs(int code) {
        CommandException failed = failure(code, CommandException.Reason.EXIT_CODE);
        JfabException told = assertThrows(
                LaunchException.class,
                () -> Node.checked(() -> {
                    throw failed;
                }));
        assertEquals(1, told.exitCode());
        assertEquals("gpu1: `x` did not run", told.getMessage());
    }

    @Test
    void whoIsInterruptedHearsSo() {
        CommandException failed = failure(130, CommandException.Reason.INTERRUPTED);
        assertSame(
                failed,
                assertThrows(
                        CommandException.class,
                        () -> Node.checked(() -> {
                            throw failed;
                        })));
    }
}
