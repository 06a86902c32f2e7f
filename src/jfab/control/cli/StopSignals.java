package jfab.control.cli;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import jfab.control.connection.command.AtShutdown;
import jfab.control.connection.host.Host;
import jfab.control.connection.host.HostSet;
import jfab.control.task.Report;
import org.jline.utils.Signals;

/**
 * What Ctrl-C, SIGTERM and SIGHUP do while tasks run: the first of them stops these, a Ctrl-C after it ends the process at once.
 *
 * <p>Closing it gives the signals their usual meaning back.
 */
public final class StopSignals implements AutoCloseable {
    private static final Duration GRACE = Duration.ofSeconds(15);
    /** Supervisors do not wait for ever. */
    private static final Duration GRACE_OF_TOLD = Duration.ofSeconds(10);
    /** For a user who wants to leave at once. */
    private static final Duration FAREWELL = Duration.ofSeconds(1);

    private static final Map<String, Integer> CODES = Map.of("INT", JfabExitCode.INTERRUPTED, "HUP", 129, "TERM", 143);

    private final Map<String, Object> previous = new LinkedHashMap<>();
    private final Runnable stop;
    private final Consumer<String> say;
    private final AtomicInteger code = new AtomicInteger();

    private StopSignals(Runnable stop, Consumer<String> say) {
        this.stop = stop;
        this.say = say;
        CODES.keySet().forEach(name -> previous.put(name, Signals.register(name, () -> told(name))));
    }

    /** Calls {@code stop} on the first of the signals, and then {@code say} with a line for the user. */
    public static StopSignals calling(Runnable stop, Consumer<String> say) {
        return new StopSignals(stop, say);
    }

    /** The exit code for {@code report}, of tasks that one of the signals may have stopped. */
    public int code(Report report) {
        return report.stopped() && code.get() != 0 ? code.get() : JfabExitCode.of(report);
    }

    private void told(String name) {
        boolean byUser = name.equals("INT");
        if (!code.compareAndSet(0, CODES.getOrDefault(name, JfabExitCode.FAILURE))) {
            // A terminal that is closed may say so several times.
            if (byUser) {
                leave();
            }
            return;
        }
        Duration grace = byUser ? GRACE : GRACE_OF_TOLD;
        // A task body that ignores interrupts must not hold the user for ever.
        CompletableFuture.delayedExecutor(grace.toSeconds(), TimeUnit.SECONDS).execute(this::halt);
        if (!byUser) {
            AtShutdown.tell();
        }
        // A terminal that takes no more output must not keep tasks from being stopped.
        stop.run();
        say.accept(byUser ? "jfab: stopping; Ctrl-C again leaves at once" : "jfab: stopping, because of SIG" + name);
    }

    /** A terminal that takes no more output does not keep the user either. */
    private void leave() {
        CompletableFuture.runAsync(StopSignals::sayWhatIsLeft)
                .completeOnTimeout(null, 2 * FAREWELL.toMillis(), TimeUnit.MILLISECONDS)
                .join();
        Runtime.getRuntime().halt(code.get());
    }

    private static void sayWhatIsLeft() {
        List<Host> left = List.copyOf(AtShutdown.endAll(FAREWELL));
        System.err.println("jfab: left at once"
                + (left.isEmpty() ? "" : "; what it had begun may still run on " + HostSet.fold(left)));
    }

    private void halt() {
        System.err.println("jfab: gave up waiting for tasks that do not stop");
        AtShutdown.endAll();
        Runtime.getRuntime().halt(code.get());
    }

    @Override
    public void close() {
        previous.forEach(Signals::unregister);
    }
}
