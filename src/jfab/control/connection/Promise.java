package jfab.control.connection;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future.State;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import jfab.JfabException;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.CommandException;
import jfab.control.connection.command.Result;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.ConnectionException.Reason;
import jfab.control.connection.host.Host;
import org.jspecify.annotations.Nullable;

/**
 * A command that runs while its task goes on; {@code c.start('make')} gives one.
 *
 * <ul>
 *   <li>{@link #join} waits for it, and throws what a {@code run} would have thrown.
 *   <li>{@link #kill} ends it and all that it started.
 *   <li>One that still runs when its task ends is ended then, and named in a notice.
 * </ul>
 */
public final class Promise implements AutoCloseable {
    /** Longer than ending a command takes, on a host that answers. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Transport transport;
    private final Host host;
    private final Command command;
    private final FutureTask<Result> work;
    private @Nullable Thread runner;
    private boolean stopped;
    private volatile boolean killed;
    private volatile boolean joined;

    private Promise(Transport transport, Command command) {
        this.transport = transport;
        this.host = transport.host();
        this.command = command;
        this.work = new FutureTask<>(() -> {
            begin();
            try {
                return transport.run(command);
            } finally {
                end();
            }
        });
    }

    /** The promise of {@code command}, which has begun beside what {@code transport} else does. */
    static Promise of(Transport transport, Command command) {
        Promise promise = new Promise(transport, command);
        transport.aside().execute(promise.work);
        return promise;
    }

    /**
     * Waits for the command; every call gives the same.
     *
     * @throws CommandException when the exit code is not one that is accepted
     * @throws ConnectionException when the line to the host broke
     */
    public Result join() {
        joined = true;
        try {
            return work.get();
        } catch (ExecutionException e) {
            return told();
        } catch (InterruptedException e) {
            // Who waits is to stop, and what it waits for with it.
            stop();
            await();
            Thread.currentThread().interrupt();
            transport.check();
            return told();
        }
    }

    /** Whether the command has ended, in whatever way; {@link #join} then gives its result at once. */
    public boolean done() {
        return work.isDone();
    }

    /** {@code promise.done} in Groovy. */
    public boolean isDone() {
        return done();
    }

    /**
     * Ends the command and all that it started, unless it has ended by itself, and waits for that.
     *
     * @return what it had printed by then; {@link #join} gives the same from now on
     * @throws CommandException when it ended by itself, and not as it should, or cannot be ended
     */
    public Result kill() {
        joined = true;
        killed = true;
        stop();
        await();
        return told();
    }

    /** Ends the command if it still runs. */
    @Override
    public void close() {
        if (!done()) {
            kill();
        }
    }

    Command command() {
        return command;
    }

    /** Whether somebody asked for its result. */
    boolean joined() {
        return joined;
    }

    /** Lets the command end, and does not wait for that. */
    synchronized void stop() {
        stopped = true;
        if (runner != null) {
            runner.interrupt();
        }
    }

    /** Waits for the command that has been told to end, also in an interrupted thread. */
    void await() {
        boolean interrupted = Thread.interrupted();
        long end = System.nanoTime() + PATIENCE.toNanos();
        try {
            while (!work.isDone()) {
                try {
                    work.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (ExecutionException e) {
                    return;
                } catch (TimeoutException e) {
                    throw new ConnectionException(
                            host, Reason.LOST, command.described() + " does not end; it may still run on the host", e);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Why it did not end as it should; null where it did. */
    @Nullable
    Throwable failure() {
        return work.state() == State.FAILED ? work.exceptionNow() : null;
    }

    private Result told() {
        return switch (failure()) {
            case null -> work.resultNow();
            // Without a code nobody knows whether it has ended.
            case CommandException ended
            when killed
                    && ended.reason() == CommandException.Reason.INTERRUPTED
                    && ended.result().exitStatus() >= 0 -> ended.result();
            case JfabException problem -> {
                // Where it was joined says more to a reader than the thread that it ran on.
                problem.setStackTrace(new Throwable().getStackTrace());
                throw problem;
            }
            case RuntimeException defect -> throw defect;
            case Error error -> throw error;
            case Throwable other -> throw new IllegalStateException(other);
        };
    }

    private synchronized void begin() {
        runner = Thread.currentThread();
        if (stopped) {
            runner.interrupt();
        }
    }

    private synchronized void end() {
        runner = null;
    }
}
