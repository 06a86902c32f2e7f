package jfab.control.connection.jsch.channels;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jfab.control.connection.host.LocalProgram;
import org.jspecify.annotations.Nullable;

/** A ProxyCommand at work: its standard input and output are the line to the host. Ended with the line. */
public final class ProxyProcess {
    private static final int CHUNK = 64 * 1024;
    private static final int LAST_WORDS = 4096;
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final String command;
    private final Process process;
    private final ByteQueue arrived = new ByteQueue();
    private final Thread complaints;
    private volatile String said = "";

    private ProxyProcess(String command, Process process) {
        this.command = command;
        this.process = process;
        // Threads of the platform, because reading from a process blocks one.
        Thread.ofPlatform().daemon().name("proxy output").start(() -> copy(process.getInputStream()));
        complaints = Thread.ofPlatform().daemon().name("proxy errors").start(() -> listen(process.getErrorStream()));
    }

    public static ProxyProcess start(String command) throws IOException {
        return new ProxyProcess(command, LocalProgram.start(new ProcessBuilder("/bin/sh", "-c", "exec " + command)));
    }

    public Socket socket() throws IOException {
        OutputStream in = process.getOutputStream();
        return new StreamSocket(arrived, in, this::end);
    }

    private void copy(InputStream from) {
        byte[] buffer = new byte[CHUNK];
        try {
            for (int count = from.read(buffer); count >= 0; count = from.read(buffer)) {
                arrived.put(buffer, 0, count);
            }
        } catch (IOException e) {
            // The line has been closed from our side.
        } finally {
            arrived.end();
        }
    }

    private void listen(InputStream from) {
        byte[] buffer = new byte[LAST_WORDS];
        try {
            for (int count = from.read(buffer); count >= 0; count = from.read(buffer)) {
                String all = said + new String(buffer, 0, count, StandardCharsets.UTF_8);
                said = all.substring(Math.max(all.length() - LAST_WORDS, 0));
            }
        } catch (IOException e) {
            // The process has been ended.
        }
    }

    private void end() {
        // Seen before the process goes, because its children are strangers afterwards.
        List<ProcessHandle> family = LocalProgram.family(process).toList();
        family.forEach(ProcessHandle::destroy);
        Thread.ofVirtual().name("end of proxy").start(() -> killed(family));
    }

    /** Kills what has not gone in time. */
    private static void killed(List<ProcessHandle> family) {
        for (ProcessHandle each : family) {
            each.onExit()
                    .completeOnTimeout(each, GRACE.toMillis(), TimeUnit.MILLISECONDS)
                    .join();
            each.destroyForcibly();
        }
    }

    /** What the command says of its own end; null while it runs. */
    @Nullable
    public String complaint() {
        try {
            if (!process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
                return null;
            }
            complaints.join(GRACE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
        String last = said.strip();
        last = last.substring(last.lastIndexOf('\n') + 1);
        return "its ProxyCommand `" + command + "` ended with exit code " + process.exitValue()
                + (last.isEmpty() ? "" : ": " + last);
    }
}
