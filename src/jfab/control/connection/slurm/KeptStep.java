package jfab.control.connection.slurm;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.CommandException;
import jfab.control.connection.command.Result;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.ConnectionException.Reason;
import jfab.control.connection.host.Host;
import jfab.control.connection.host.LocalProgram;
import org.jspecify.annotations.Nullable;

/** A step whose line is waited for, and that then goes on with its keeper while we do other things, or are gone. */
record KeptStep(Host host, Command command, Srun.Step step) {
    private static final Duration LONGEST = Duration.ofHours(1);

    Result begin(@Nullable InputStream in) {
        long start = System.nanoTime();
        Duration limit = command.timeout() == null ? LONGEST : command.timeout();
        Process process = started();
        FutureTask<String> out = new FutureTask<>(() -> upToMark(process.getInputStream()));
        FutureTask<String> err = new FutureTask<>(() -> upToMark(process.getErrorStream()));
        for (Runnable work : new Runnable[] {out, err, () -> feed(process, in)}) {
            Thread.ofPlatform().daemon().name("step on " + host).start(work);
        }
        try {
            String said = err.get(limit.toNanos(), TimeUnit.NANOSECONDS);
            StepOutput ended = StepOutput.of(host, said, step.mark());
            long left = limit.toNanos() - (System.nanoTime() - start);
            String printed = out.get(left, TimeUnit.NANOSECONDS);
            int mark = printed.lastIndexOf(step.mark());
            return new Result(
                    host,
                    command,
                    ended.code(),
                    null,
                    mark < 0 ? printed : printed.substring(0, mark),
                    ended.err(),
                    Duration.ofNanos(System.nanoTime() - start));
        } catch (InterruptedException e) {
            process.destroy();
            CommandException interrupted = stopped(CommandException.Reason.INTERRUPTED, "was interrupted", start);
            Thread.currentThread().interrupt();
            throw interrupted;
        } catch (TimeoutException e) {
            process.destroy();
            throw stopped(CommandException.Reason.TIME_LIMIT, "took longer than " + limit.toSeconds() + " s", start);
        } catch (ExecutionException e) {
            process.destroy();
            throw new ConnectionException(host, Reason.LOST, "srun's output cannot be read", e);
        }
    }

    private Process started() {
        try {
            return LocalProgram.start(step.program());
        } catch (IOException e) {
            throw new ConnectionException(host, Reason.UNREACHABLE, "srun could not be started: " + e.getMessage(), e);
        }
    }

    private CommandException stopped(CommandException.Reason reason, String why, long start) {
        Result none = new Result(host, command, -1, null, "", "", Duration.ofNanos(System.nanoTime() - start));
        return new CommandException(none, reason, command.described() + " " + why + " and was stopped");
    }

    /** What comes before the mark and with it, or all that there is. */
    private String upToMark(InputStream from) throws IOException {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        byte[] buffer = new byte[8192];
        for (int count = from.read(buffer); count >= 0; count = from.read(buffer)) {
            read.write(buffer, 0, count);
            String text = read.toString(StandardCharsets.UTF_8);
            int mark = text.lastIndexOf(step.mark());
            if (mark >= 0 && text.indexOf('\n', mark) >= 0) {
                return text;
            }
        }
        return read.toString(StandardCharsets.UTF_8);
    }

    private static void feed(Process process, @Nullable InputStream in) {
        try (OutputStream to = process.getOutputStream()) {
            if (in != null) {
                in.transferTo(to);
            }
        } catch (IOException e) {
            // It ended without reading all.
        }
    }
}
