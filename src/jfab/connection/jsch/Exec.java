package jfab.connection.jsch;

import com.jcraft.jsch.ChannelExec;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.Session;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import jfab.connection.OutputListener.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One command on one channel. Channel and standard input are worked by a thread of their own, because JSch swallows
 * interrupts; whoever waits, waits on {@link #next}.
 */
final class Exec implements AutoCloseable {
    private static final int CHUNK = 64 * 1024;

    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final Session session;
    private final ChannelExec channel;
    private final @Nullable InputStream in;
    private final Thread feeder;

    /**
     * Starts {@code line}.
     *
     * @param in becomes its standard input; null for none
     * @param out receives standard output; null to have it as events
     */
    Exec(Session session, String line, @Nullable InputStream in, @Nullable OutputStream out) throws JSchException {
        this.session = session;
        this.in = in;
        channel = (ChannelExec) session.openChannel("exec");
        channel.setCommand(line.getBytes(StandardCharsets.UTF_8));
        channel.setOutputStream(out == null ? new EventSink(Stream.OUT, events) : out);
        channel.setErrStream(new EventSink(Stream.ERR, events));
        // A virtual thread that is interrupted while it writes closes the socket, and with it the session. This one is
        // interrupted when a command ends that did not take all of its input.
        feeder = in == null
                ? Thread.ofVirtual().start(this::feed)
                : Thread.ofPlatform()
                        .daemon()
                        .name("stdin " + session.getHost())
                        .start(this::feed);
    }

    private void feed() {
        try {
            // No time limit: with one, JSch polls every 10 ms.
            channel.connect();
        } catch (JSchException e) {
            events.add(new Event.Ended(e));
            return;
        }
        try (OutputStream out = channel.getOutputStream()) {
            if (in != null) {
                pump(in, out);
            }
        } catch (IOException e) {
            // The command ended without reading all: its exit status tells whether that is wrong.
        }
    }

    private void pump(InputStream from, OutputStream to) throws IOException {
        byte[] buffer = new byte[CHUNK];
        while (true) {
            int count;
            try {
                count = from.read(buffer);
            } catch (IOException | RuntimeException e) {
                // No end of file may follow: to the command, half its input would look like all of it.
                events.add(new Event.Ended(e));
                channel.disconnect();
                return;
            }
            if (count < 0) {
                return;
            }
            to.write(buffer, 0, count);
            to.flush();
        }
    }

    /** The next event; null when none comes within {@code nanos}. */
    @Nullable
    Event next(long nanos) throws InterruptedException {
        return events.poll(nanos, TimeUnit.NANOSECONDS);
    }

    /** Whether the session has carried the command to its end. */
    boolean ended() {
        return channel.getExitStatus() >= 0 || signal() != null;
    }

    /** The exit code; 128 + signal number when a signal ended the command. */
    int exitStatus() {
        String signal = signal();
        return signal == null ? channel.getExitStatus() : 128 + Signals.number(signal);
    }

    @Nullable
    String signal() {
        String signal = channel.getExitSignal();
        return signal == null || signal.isEmpty() ? null : signal;
    }

    boolean connected() {
        return session.isConnected();
    }

    @Override
    public void close() {
        if (in != null) {
            feeder.interrupt();
        }
        channel.disconnect();
    }
}
