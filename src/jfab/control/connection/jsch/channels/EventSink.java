package jfab.control.connection.jsch.channels;

import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.Arrays;
import jfab.control.connection.command.OutputListener;

/** Passes output on as events; called by the session's reader, which serves every channel. */
final class EventSink extends OutputStream {
    private final OutputListener.Stream stream;
    private final Backlog events;

    EventSink(OutputListener.Stream stream, Backlog events) {
        this.stream = stream;
        this.events = events;
    }

    @Override
    public void write(int b) throws InterruptedIOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws InterruptedIOException {
        events.chunk(new Event.Chunk(stream, Arrays.copyOfRange(bytes, from, from + length)));
    }

    /** JSch closes standard output at its end, but the error stream with the channel, after the exit status has come. */
    @Override
    public void close() {
        if (stream == OutputListener.Stream.ERR) {
            events.ended(new Event.Ended(null));
        }
    }
}
