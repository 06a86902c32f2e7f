package jfab.control.connection.jsch.channels;

import com.jcraft.jsch.Channel;
import com.jcraft.jsch.ChannelExec;
import com.jcraft.jsch.ChannelShell;
import com.jcraft.jsch.JSchException;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.UserTerminal;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.ConnectionException.Reason;
import jfab.control.connection.host.Host;
import org.jspecify.annotations.Nullable;

/** A command, or the login shell, of the host on the user's terminal. */
record HostTerminal(Channels channels, Host host) {
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

    /**
     * Runs {@code command}, or the login shell where that is null, to its end; returns its exit code, 128 + signal number
     * where a signal ended it.
     */
    int run(@Nullable Command command, UserTerminal terminal) {
        Display out = new Display(terminal.out());
        // Closed with the channel, when the exit status is there; standard output may be closed before.
        Display err = new Display(terminal.out());
        try {
            Channels.Fresh<Channel> fresh = () -> {
                Channel channel = command == null ? shell(terminal) : exec(command, terminal);
                channel.setInputStream(terminal.in(), true);
                channel.setOutputStream(out);
                channel.setExtOutputStream(err);
                return channel;
            };
            Channel channel = channels.open(fresh, () -> true);
            terminal.onResize(now -> resize(channel, now));
            try {
                err.ended.await();
            } finally {
                channel.disconnect();
            }
            return status(channel);
        } catch (JSchException e) {
            throw new ConnectionException(
                    host,
                    Reason.LOST,
                    (command == null ? "no shell" : "no terminal") + " could be opened: " + e.getMessage(),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ConnectionException(host, Reason.LOST, "interrupted on its terminal", e);
        }
    }

    private ChannelShell shell(UserTerminal terminal) throws JSchException {
        ChannelShell channel = channels.shell();
        UserTerminal.Size size = terminal.size();
        channel.setPtyType(terminal.type(), size.columns(), size.rows(), 0, 0);
        return channel;
    }

    private ChannelExec exec(Command command, UserTerminal terminal) throws JSchException {
        ChannelExec channel = channels.exec();
        channel.setCommand(AnyShell.line(command.script()).getBytes(StandardCharsets.UTF_8));
        channel.setPty(true);
        UserTerminal.Size size = terminal.size();
        channel.setPtyType(terminal.type(), size.columns(), size.rows(), 0, 0);
        return channel;
    }

    private static void resize(Channel channel, UserTerminal.Size now) {
        if (channel instanceof ChannelShell shell) {
            shell.setPtySize(now.columns(), now.rows(), 0, 0);
        } else if (channel instanceof ChannelExec exec) {
            exec.setPtySize(now.columns(), now.rows(), 0, 0);
        }
    }

    private int status(Channel channel) {
        String signal = channel.getExitSignal();
        if (signal != null && !signal.isEmpty()) {
            return 128 + Signals.number(signal);
        }
        if (channel.getExitStatus() < 0) {
            throw new ConnectionException(host, Reason.LOST, "the connection broke on its terminal", null);
        }
        return channel.getExitStatus();
    }
}
