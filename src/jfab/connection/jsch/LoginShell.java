package jfab.connection.jsch;

import com.jcraft.jsch.ChannelShell;
import com.jcraft.jsch.JSchException;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;
import jfab.connection.ConnectionException;
import jfab.connection.ConnectionException.Reason;
import jfab.connection.Host;
import jfab.connection.UserTerminal;

/** The host's login shell on the user's terminal. */
record LoginShell(Channels channels, Host host) {
    /** Passes output on at once, leaves the terminal open, and tells when there is no more. */
    private static final class Display extends FilterOutputStream {
        private final CountDownLatch ended = new CountDownLatch(1);

        Display(OutputStream to) {
            super(to);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            out.write(bytes, from, length);
            out.flush();
        }

        @Override
        public void close() {
            ended.countDown();
        }
    }

    /** Runs it to its end; returns its exit code, 128 + signal number where a signal ended it. */
    int run(UserTerminal terminal) {
        Display out = new Display(terminal.out());
        // Closed with the channel, when the exit status is there; standard output may be closed before.
        Display err = new Display(terminal.out());
        try {
            ChannelShell channel = channels.shell();
            UserTerminal.Size size = terminal.size();
            channel.setPtyType(terminal.type(), size.columns(), size.rows(), 0, 0);
            channel.setInputStream(terminal.in(), true);
            channel.setOutputStream(out);
            channel.setExtOutputStream(err);
            channel.connect();
            terminal.onResize(now -> channel.setPtySize(now.columns(), now.rows(), 0, 0));
            try {
                err.ended.await();
            } finally {
                channel.disconnect();
            }
            return status(channel);
        } catch (JSchException e) {
            throw new ConnectionException(host, Reason.LOST, "no shell could be opened: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ConnectionException(host, Reason.LOST, "interrupted in its shell", e);
        }
    }

    private int status(ChannelShell channel) {
        String signal = channel.getExitSignal();
        if (signal != null && !signal.isEmpty()) {
            return 128 + Signals.number(signal);
        }
        if (channel.getExitStatus() < 0) {
            throw new ConnectionException(host, Reason.LOST, "the connection broke in its shell", null);
        }
        return channel.getExitStatus();
    }
}
