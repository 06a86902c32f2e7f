package jfab.control.demo;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;
import org.jspecify.annotations.Nullable;

/** A command of an embedded host: a real {@code /bin/sh} in the host's home directory, its streams joined to the channel. */
final class HostProcess implements Command {
    private static final int SIGNALLED = 128;

    private final String line;
    private final Path home;
    private @Nullable InputStream in;
    private @Nullable OutputStream out;
    private @Nullable OutputStream err;
    private @Nullable ExitCallback exit;
    private @Nullable Process process;

    HostProcess(String line, Path home) {
        this.line = line;
        this.home = home;
    }

    @Override
    public void setInputStream(InputStream in) {
        this.in = in;
    }

    @Override
    public void setOutputStream(OutputStream out) {
        this.out = out;
    }

    @Override
    public void setErrorStream(OutputStream err) {
        this.err = err;
    }

    @Override
    public void setExitCallback(ExitCallback callback) {
        this.exit = callback;
    }

    @Override
    public void start(ChannelSession channel, Environment environment) throws IOException {
        // A session of its own, as sshd gives each command: jfab ends commands by their process group.
        ProcessBuilder builder = new ProcessBuilder("setsid", "/bin/sh", "-c", line).directory(home.toFile());
        builder.environment().put("HOME", home.toString());
        // Both hosts share this machine's processors, which two trainers with a thread each keep busy.
        builder.environment().put("OMP_NUM_THREADS", "1");
        Process started = builder.start();
        process = started;
        Thread.ofVirtual().start(() -> copy(in, started.getOutputStream()));
        Thread output = Thread.ofVirtual().start(() -> copy(started.getInputStream(), out));
        Thread errors = Thread.ofVirtual().start(() -> copy(started.getErrorStream(), err));
        Thread.ofVirtual().start(() -> {
            try {
                int code = started.waitFor();
                output.join();
                errors.join();
                if (exit != null) {
                    exit.onExit(code);
                }
            } catch (InterruptedException e) {
                started.destroy();
                if (exit != null) {
                    exit.onExit(SIGNALLED, "interrupted");
                }
            }
        });
    }

    /** The channel is gone: so is its shell. What it started with {@code setsid} lives on, as on any host. */
    @Override
    public void destroy(ChannelSession channel) {
        if (process != null) {
            process.destroy();
        }
    }

    /** Copies to the end and closes the destination; a side that closed early just ends it. */
    private static void copy(@Nullable InputStream from, @Nullable OutputStream to) {
        if (from == null || to == null) {
            return;
        }
        byte[] buffer = new byte[1 << 16];
        try (to) {
            for (int count = from.read(buffer); count >= 0; count = from.read(buffer)) {
                to.write(buffer, 0, count);
                if (from.available() == 0) {
                    to.flush();
                }
            }
        } catch (IOException closed) {
            // The exit code tells the client what it needs to know.
            return;
        }
    }
}
