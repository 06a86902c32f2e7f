package jfab.control.connection.jsch.channels;

import com.jcraft.jsch.JSchException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.CommandContext;
import jfab.control.connection.command.CommandException;
import jfab.control.connection.command.OutputListener;
import jfab.control.connection.command.OutputListener.Stream;
import jfab.control.connection.command.Result;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.ConnectionException.Reason;
import jfab.control.connection.host.Host;
import jfab.control.connection.local.CommandOutput;
import org.jspecify.annotations.Nullable;

/** One run of a command: shows and captures what it prints, and ends it on the host when its time is up or it is interrupted. */
final class CommandRun {
    /** How long a stopped command may take to close its channel, and a started one to tell its process id. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** What shells exit with where a program is no program for them. */
    private static final int CANNOT_EXECUTE = 126;

    private static final String NO_TERMINAL = "its sshd gives no terminal; does its PermitTTY allow one?";

    /** sshd starts a command without the terminal that it refuses, which JSch does not ask about. */
    private static final String ON_TERMINAL = "[ -t 0 ] || { echo '" + NO_TERMINAL + "' >&2; exit 126; }\n";

    private final Channels channels;
    private final Host host;
    private final Command command;
    private final OutputListener listener;
    private final ProcessMark mark = new ProcessMark();
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile long behindSudo;
    private @Nullable Exception broken;
    private boolean interrupted;
    private boolean refused;
    /** How often nothing came for a while after the command had ended. */
    private int lingering;

    CommandRun(Channels channels, Host host, Command command, OutputListener listener) {
        this.channels = channels;
        this.host = host;
        this.command = command;
        this.listener = listener;
    }

    Result run(@Nullable InputStream in, @Nullable OutputStream to) {
        Receiver receiver = to == null ? null : new Receiver(to);
        CommandInput fed = new CommandInput(host, command, in);
        boolean pty = command.manner().pty();
        try (CommandOutput output = new CommandOutput(host, command, listener);
                Exec exec = new Exec(
                        channels,
                        // A terminal has one stream for both.
                        pty ? ON_TERMINAL + mark.before(fed.script()) : mark.beforeBoth(fed.script()),
                        fed.stream(),
                        receiver,
                        pty ? null : mark,
                        pty,
                        command.streams().window())) {
            String stopped = follow(exec, output, fed);
            output.take(marked(), mark.rest());
            output.take(marked(), fed.rest());
            output.end();
            IOException unwritten = receiver == null ? null : receiver.failure();
            if (unwritten != null) {
                throw lost("its output could not be written: " + unwritten.getMessage(), unwritten);
            }
            return checked(exec, output, stopped);
        } finally {
            over.countDown();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Ends the command from another thread, while {@link #run} goes on to take what it prints. */
    void abandon() {
        try {
            long end = System.nanoTime() + GRACE.toNanos();
            while (!mark.known() && System.nanoTime() < end) {
                if (over.await(10, TimeUnit.MILLISECONDS)) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        if (mark.known() && over.getCount() > 0) {
            ended(behindSudo);
        }
    }

    /** The stream that brings the marks: a terminal has only one. */
    private Stream marked() {
        return command.manner().pty() ? Stream.OUT : Stream.ERR;
    }

    /** Takes events until the command ends. Returns why it was stopped, or null. */
    private @Nullable String follow(Exec exec, CommandOutput output, CommandInput fed) {
        try {
            Duration limit = command.timeout();
            boolean ended = drain(exec, limit, output, fed);
            String refusal = fed.refusal();
            if (refusal != null) {
                refused = true;
                if (!ended && !drain(exec, GRACE, output, fed)) {
                    stop(exec, refusal, output, fed);
                }
                return refusal;
            }
            return ended || limit == null
                    ? null
                    : stop(exec, "took longer than " + limit.toMillis() / 1000.0 + " s", output, fed);
        } catch (InterruptedException e) {
            // Set again when the channel is closed: an interrupted virtual thread that writes to a socket closes it.
            interrupted = true;
            return broken(exec, output, fed) ? "was interrupted" : stop(exec, "was interrupted", output, fed);
        }
    }

    /** Presses Ctrl-C on the command's terminal, if it has one. Returns whether it has ended by that. */
    private boolean broken(Exec exec, CommandOutput output, CommandInput fed) {
        try {
            return fed.press() && drain(exec, GRACE, output, fed);
        } catch (InterruptedException again) {
            return false;
        }
    }

    private String stop(Exec exec, String why, CommandOutput output, CommandInput fed) {
        try {
            exec.stopInput();
            long end = System.nanoTime() + GRACE.toNanos();
            while (!mark.known() && System.nanoTime() < end) {
                if (step(exec, end - System.nanoTime(), output, fed)) {
                    return why + " and had ended by itself";
                }
            }
            if (!mark.known() || !ended(fed.id())) {
                return why + ", and could not be stopped; it may still run on the host";
            }
            drain(exec, GRACE, output, fed);
        } catch (InterruptedException again) {
            return why + "; it may still run on the host";
        }
        return why + " and was stopped";
    }

    /**
     * Ends the command's processes over this session or, where its host allows no second command beside this one, over another.
     *
     * @param sudo the process behind sudo; 0 for none
     */
    private boolean ended(long sudo) {
        try {
            return ended(sudo, channels.hasty());
        } catch (NoFurtherSessionException refused) {
            return endedApart(sudo);
        }
    }

    private boolean endedApart(long sudo) {
        Channels apart;
        try {
            apart = channels.apart();
        } catch (ConnectionException e) {
            return false;
        }
        try {
            return ended(sudo, apart);
        } catch (NoFurtherSessionException e) {
            return false;
        } finally {
            apart.session().disconnect();
        }
    }

    private boolean ended(long sudo, Channels over) throws NoFurtherSessionException {
        if (sudo > 1) {
            endBehindSudo(sudo, over);
        }
        return new ProcessGroup(over, mark.id()).end();
    }

    /** Processes of another user are ended as that user; sudo then ends by itself. */
    private void endBehindSudo(long id, Channels over) throws NoFurtherSessionException {
        Command end = ProcessGroup.ending(id, mark.id())
                .with(CommandContext.NONE.as(command.around().as()))
                .hide()
                .warn()
                .within(PATIENCE);
        try {
            new CommandRun(over, host, end, listener).run(null, null);
        } catch (CommandException e) {
            // The group that the caller ends next holds sudo itself, and whether it ends is what counts.
        } catch (ConnectionException e) {
            if (e.getCause() instanceof NoFurtherSessionException refused) {
                throw refused;
            }
            throw e;
        }
    }

    /** Takes events for at most {@code limit}, or without limit. Returns whether the command ended. */
    private boolean drain(Exec exec, @Nullable Duration limit, CommandOutput output, CommandInput fed)
            throws InterruptedException {
        boolean before = fed.refusal() != null;
        long end = limit == null ? 0 : System.nanoTime() + limit.toNanos();
        while (true) {
            long left = limit == null ? Long.MAX_VALUE : end - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            if (step(exec, Math.min(left, GRACE.toNanos()), output, fed)) {
                return true;
            }
            if (!before && fed.refusal() != null) {
                return false;
            }
        }
    }

    /** Takes one event. Returns whether it is the end. */
    private boolean step(Exec exec, long nanos, CommandOutput output, CommandInput fed) throws InterruptedException {
        Event event = exec.next(nanos);
        if (mark.flooded()) {
            broken = lost("did not run: the host prints megabytes in place of it", null);
            return true;
        }
        if (event instanceof Event.Chunk(Stream stream, byte[] bytes)) {
            byte[] printed = stream == marked() ? fed.filter(mark.filter(bytes)) : bytes;
            fed.see(stream, printed);
            behindSudo = fed.id();
            output.take(stream, printed);
        } else if (event instanceof Event.Ended(Exception failure)) {
            broken = failure;
            return true;
        } else if (exec.outlived() && ++lingering == 2) {
            // At the first time it may have ended just now, with the end of its output on the way.
            output.notice(command.described() + " has ended, but something that it started holds on to its output;"
                    + " programs that are to go on are started with launch");
        }
        return false;
    }

    private Result checked(Exec exec, CommandOutput output, @Nullable String stopped) {
        if (stopped == null && broken != null) {
            if (broken instanceof ConnectionException none) {
                throw none;
            }
            throw lost(
                    broken instanceof JSchException
                            ? "it could not be started: " + broken.getMessage()
                            : "its input could not be read: " + broken.getMessage(),
                    broken);
        }
        if (stopped == null && !exec.carried()) {
            Throwable why = SessionThreads.failure(channels.session());
            throw lost("the connection broke while it ran" + (why == null ? "" : ": " + why), why);
        }
        CommandException.Reason reason = interrupted
                ? CommandException.Reason.INTERRUPTED
                : refused ? CommandException.Reason.EXIT_CODE : CommandException.Reason.TIME_LIMIT;
        if (stopped == null && !mark.came()) {
            boolean terminal = !output.errors().contains(NO_TERMINAL);
            // Whatever ran instead: a forced command, a shell that lets nobody in, one that does not know exec.
            return output.result(
                    exec.exitStatus() == 0 ? CANNOT_EXECUTE : exec.exitStatus(),
                    exec.signal(),
                    CommandException.Reason.EXIT_CODE,
                    "did not run: "
                            + (terminal
                                    ? "the host did not start /bin/sh for it" + unasked(output, exec)
                                    : NO_TERMINAL));
        }
        return output.result(exec.exitStatus(), exec.signal(), reason, stopped);
    }

    private String unasked(CommandOutput output, Exec exec) {
        String said = (mark.instead() + "\n" + output.errors()).strip();
        return ", and exited with " + exec.exitStatus()
                + (said.isEmpty() ? "" : ": " + said.substring(said.lastIndexOf('\n') + 1));
    }

    private ConnectionException lost(String problem, @Nullable Throwable cause) {
        return new ConnectionException(host, Reason.LOST, command.described() + ": " + problem, cause);
    }
}
