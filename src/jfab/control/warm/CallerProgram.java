package jfab.control.warm;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A program that the caller has started: its child, of which the caller tells how it ended. */
final class CallerProgram extends Process {
    private final long pid;
    private final CompletableFuture<Integer> code;
    private final ProgramStreams streams;
    private final Optional<ProcessHandle> handle;

    CallerProgram(long pid, CompletableFuture<Integer> code, ProgramStreams streams) {
        this.pid = pid;
        this.code = code;
        this.streams = streams;
        this.handle = ProcessHandle.of(pid);
    }

    @Override
    public OutputStream getOutputStream() {
        return streams.input();
    }

    @Override
    public InputStream getInputStream() {
        return streams.output();
    }

    @Override
    public InputStream getErrorStream() {
        return streams.errors();
    }

    @Override
    public int waitFor() throws InterruptedException {
        try {
            return code.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public boolean waitFor(long time, TimeUnit unit) throws InterruptedException {
        try {
            code.get(time, unit);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public int exitValue() {
        if (!code.isDone()) {
            throw new IllegalThreadStateException("process " + pid + " has not exited");
        }
        return code.join();
    }

    @Override
    public boolean isAlive() {
        return !code.isDone();
    }

    @Override
    public CompletableFuture<Process> onExit() {
        return code.thenApply(ended -> this);
    }

    @Override
    public long pid() {
        return pid;
    }

    /** Of one that has gone already there is none: then that of a process that nobody has. */
    @Override
    public ProcessHandle toHandle() {
        return handle.orElseThrow(() -> new UnsupportedOperationException("process " + pid + " has gone"));
    }

    @Override
    public java.util.stream.Stream<ProcessHandle> descendants() {
        return handle.stream().flatMap(ProcessHandle::descendants);
    }

    @Override
    public void destroy() {
        handle.filter(alive -> !code.isDone()).ifPresent(ProcessHandle::destroy);
    }

    @Override
    public Process destroyForcibly() {
        handle.filter(alive -> !code.isDone()).ifPresent(ProcessHandle::destroyForcibly);
        return this;
    }
}
