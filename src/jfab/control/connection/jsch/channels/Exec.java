package jfab.control.connection.jsch.channels;

import com.jcraft.jsch.ChannelExec;
import com.jcraft.jsch.JSchException;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import jfab.control.connection.command.OutputListener.Stream;
import jfab.control.connection.command.TerminalWindow;
import jfab.control.connection.command.UserTerminal;
import jfab.control.connection.host.ConnectionException;
import org.jspecify.annotations.Nullable;

/**
 * One command on one channel. Channel and standard input are worked by a thread of their own, because JSch swallows
 * interrupts; whoever waits, waits on {@link #next}.
 *
 * <p>JSch may send input on a channel that was closed while it waited for room, and sshd ends the whole session for that
 * (<a href="https://github.com/mwiede/jsch/issues/484">issue 484</a>). So nobody closes the channel of a command that is
 * still being fed: the host does not because what the command leaves of its input is taken by {@link #drained}, and we
 * do not because {@link #stopInput} comes first.
 */
final class Exec implements AutoCloseable {
    private static final int CHUNK = 64 * 1024;
    private static final Duration GRACE = Duration.ofSeconds(1);
    /** JSch takes microseconds from the end of a broken session's channels to that of the session. */
    private static final Duration BREAKING = Duration.ofMillis(100);

    private final Backlog events = new Backlog();
    private final Channels channels;
    private final String line;
    private final boolean pty;
    private final @Nullable TerminalWindow window;
    private final OutputStream out;
    /** The newest one that was asked for; null before the first. */
    private volatile @Nullable ChannelExec channel;

    private final @Nullable InputStream in;
    private final Thread feeder;
    private final TerminalWindow.Watch watch;
    private volatile boolean opened;
    private volatile boolean outputEnded;
    /** The host has said that no more output comes. */
    private volatile boolean whole;

    private volatile boolean stopped;

    /**
     * Starts {@code line}.
     *
     * @param in becomes its standard input; null for none
     * @param out receives standard output; null to have it as events
     */
    Exec(Channels channels, String line, @Nullable InputStream in, @Nullable OutputStream out) {
        this(channels, line, in, out, null, false, null);
    }

    /**
     * Starts {@code line}, with a terminal on the host where {@code pty} says so, as large as {@code window}.
     *
     * @param mark takes from standard output what is not the command's; null for nothing
     */
    Exec(
            Channels channels,
            String line,
            @Nullable InputStream in,
            @Nullable OutputStream out,
            @Nullable ProcessMark mark,
            boolean pty,
            @Nullable TerminalWindow window) {
        this.channels = channels;
        this.in = in;
        // The output of a terminal ends only with its last process. What is typed on one is less than fits into a
        // channel.
        this.line = AnyShell.line(in == null || pty ? line : drained(line));
        this.pty = pty;
        this.window = window;
        OutputStream taker = out == null ? new EventSink(Stream.OUT, events) : out;
        this.out = new Output(mark == null ? taker : mark.after(taker));
        watch = pty && window != null ? window.watch(this::resize) : () -> {};
        // A virtual thread that is interrupted while it writes closes the socket, and with it the session. This one is
        // interrupted when a command ends that did not take all of its input.
        feeder = in == null
                ? Thread.ofVirtual().start(this::feed)
                : Thread.ofPlatform()
                        .daemon()
                        .name("stdin " + channels.session().getHost())
                        .start(this::feed);
    }

    private void resize(UserTerminal.Size now) {
        ChannelExec open = channel;
        if (open != null) {
            open.setPtySize(now.columns(), now.rows(), 0, 0);
        }
    }

    private ChannelExec prepared() throws JSchException {
        ChannelExec fresh = channels.exec();
        fresh.setCommand(line.getBytes(StandardCharsets.UTF_8));
        if (pty) {
            fresh.setPty(true);
            if (window == null) {
                fresh.setPtyType("xterm");
            } else {
                UserTerminal.Size size = window.size();
                fresh.setPtyType(window.type(), size.columns(), size.rows(), 0, 0);
            }
        }
        fresh.setOutputStream(out);
        fresh.setErrStream(new EventSink(Stream.ERR, events));
        channel = fresh;
        return fresh;
    }

    /** The end of the output tells that the rest of the input is no longer wanted; the exit status follows its end. */
    private static String drained(String line) {
        return "(\n" + line + "\n)\njfab=$?; exec >&- 2>&-; cat > /dev/null; exit $jfab";
    }

    /** Passes standard output on, and learns of its end. */
    private final class Output extends FilterOutputStream {
        Output(OutputStream to) {
            super(to);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            out.write(bytes, from, length);
        }

        @Override
        public void close() throws IOException {
            ChannelExec open = channel;
            // Where the channel goes first, as with a session that breaks, JSch takes the connection from it before it
            // closes this.
            whole |= open != null && open.isConnected();
            outputEnded = true;
            if (in != null) {
                feeder.interrupt();
            }
            super.close();
        }
    }

    private void feed() {
        ChannelExec open;
        try {
            open = channels.open(this::prepared, () -> !stopped);
            opened = true;
        } catch (JSchException | ConnectionException e) {
            events.ended(new Event.Ended(e));
            return;
        } catch (RuntimeException e) {
            // Whoever waits for the command would wait for ever.
            events.ended(new Event.Ended(new JSchException(e.toString(), e)));
            return;
        }
        try {
            OutputStream input = open.getOutputStream();
            if (in == null || pump(open, in, input)) {
                input.close();
            }
        } catch (IOException e) {
            // The command ended without reading all: its exit status tells whether that is wrong.
        }
    }

    /** Copies; returns whether an end of file may follow: to a command, half its input would look like all of it. */
    private boolean pump(ChannelExec open, InputStream from, OutputStream to) throws IOException {
        byte[] buffer = new byte[CHUNK];
        while (!stopped && !outputEnded) {
            int count;
            try {
                count = from.read(buffer);
            } catch (IOException | RuntimeException e) {
                if (!stopped && !outputEnded) {
                    events.ended(new Event.Ended(e));
                    open.disconnect();
                }
                break;
            }
            if (count < 0) {
                return true;
            }
            if (stopped || outputEnded) {
                break;
            }
            to.write(buffer, 0, count);
            to.flush();
        }
        return outputEnded;
    }

    /** Sends no more input, nor its end, and no longer holds the session up for output that nobody takes. */
    void stopInput() throws InterruptedException {
        stopped = true;
        events.release();
        if (in != null) {
            feeder.interrupt();
            feeder.join(GRACE);
        }
    }

    /** The next event; null when none comes within {@code nanos}. */
    @Nullable
    Event next(long nanos) throws InterruptedException {
        return events.next(nanos);
    }

    /** Whether the session has brought how the command ended, which may come before the rest of what it printed. */
    boolean ended() {
        ChannelExec open = channel;
        return open != null && (open.getExitStatus() >= 0 || signal() != null);
    }

    /** Whether the command has ended, but not its output. A channel that the host refused has an exit code as well, by JSch. */
    boolean outlived() {
        return opened && ended();
    }

    /** Whether the session has carried the command to its end, with all that it printed. */
    boolean carried() {
        return ended() && (whole || stillConnected());
    }

    /** A host may close a channel without a word on its output; a session that broke is told to its channels first. */
    private boolean stillConnected() {
        try {
            TimeUnit.NANOSECONDS.sleep(BREAKING.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return channels.connected();
    }

    /** The exit code; 128 + signal number when a signal ended the command. */
    int exitStatus() {
        String signal = signal();
        ChannelExec open = channel;
        return signal != null ? 128 + Signals.number(signal) : open == null ? -1 : open.getExitStatus();
    }

    @Nullable
    String signal() {
        ChannelExec open = channel;
        String signal = open == null ? null : open.getExitSignal();
        return signal == null || signal.isEmpty() ? null : signal;
    }

    boolean connected() {
        return channels.connected();
    }

    @Override
    public void close() {
        watch.close();
        try {
            stopInput();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        ChannelExec open = channel;
        if (open != null) {
            open.disconnect();
        }
    }
}
