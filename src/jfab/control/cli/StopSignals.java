package jfab.control.cli;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import jfab.control.connection.command.AtShutdown;
import org.jline.utils.Signals;

/**
 * What Ctrl-C does while tasks run: the first one stops them, a second one ends the process at once.
 *
 * <p>Closing it gives the signal its usual meaning back.
 */
public final class StopSignals implements AutoCloseable {
    private static final Duration GRACE = Duration.ofSeconds(15);

    private final Object previous;
    private boolean asked;

    private StopSignals(Runnable stop, Consumer<String> say) {
        previous = Signals.register("INT", () -> interrupted(stop, say));
    }

    /** Calls {@code stop} on the first Ctrl-C, and then {@code say} with a line for the user. */
    public static StopSignals calling(Runnable stop, Consumer<String> say) {
        return new StopSignals(stop, say);
    }

    private synchronized void interrupted(Runnable stop, Consumer<String> say) {
        if (asked) {
            Runtime.getRuntime().halt(JfabExitCode.INTERRUPTED);
        }
        asked = true;
        // A task body that ignores interrupts must not hold the user for ever.
        CompletableFuture.delayedExecutor(GRACE.toSeconds(), TimeUnit.SECONDS).execute(() -> halt());
        // A terminal that takes no more output must not keep tasks from being stopped.
        stop.run();
        say.accept("jfab: stopping; Ctrl-C again leaves at once");
    }

    private static void halt() {
        System.err.println("jfab: gave up waiting for tasks that do not stop");
        AtShutdown.endAll();
        Runtime.getRuntime().halt(JfabExitCode.INTERRUPTED);
    }

    @Override
    public void close() {
        Signals.unregister("INT", previous);
    }
}
