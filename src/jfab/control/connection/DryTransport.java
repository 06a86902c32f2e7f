package jfab.control.connection;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.OutputListener;
import jfab.control.connection.command.OutputListener.Stream;
import jfab.control.connection.command.Result;
import jfab.control.connection.command.UserTerminal;
import jfab.control.connection.files.Download;
import jfab.control.connection.files.Sftp;
import jfab.control.connection.files.TransferException;
import jfab.control.connection.files.TransferResult;
import jfab.control.connection.files.Upload;
import jfab.control.connection.host.Host;
import org.jspecify.annotations.Nullable;

/** The line to a host of a dry run: every command succeeds and prints nothing, every file is taken for copied. */
record DryTransport(Host host, OutputListener output) implements Transport {
    private static final int MOST = 20;

    @Override
    public Result run(Command command) {
        show("run: " + command.shown());
        return new Result(host, command, 0, null, "", "", Duration.ZERO);
    }

    @Override
    public Result run(Command command, FileWork work) {
        show(work.shown());
        return new Result(host, command, 0, null, "", "", Duration.ZERO);
    }

    @Override
    public Result pipe(Command command, @Nullable InputStream in, OutputStream out) {
        return run(command);
    }

    @Override
    public Result local(Command command, Path folder) {
        show("local: " + command.line());
        return new Result(host, command, 0, null, "", "", Duration.ZERO);
    }

    @Override
    public TransferResult put(Upload upload) {
        for (Upload.Source source : upload.sources()) {
            Path local = source.path();
            // The one thing that can be seen from here to go wrong.
            if (!Files.exists(local)) {
                throw new TransferException(
                        host, local.toString(), "no such file", new NoSuchFileException(local.toString()));
            }
            show("put: " + source.described() + " to " + upload.remote());
        }
        return new TransferResult(host, upload.remote(), upload.described(), 0, 0, 0, Duration.ZERO);
    }

    @Override
    public TransferResult get(Download download) {
        show("get: " + download.remote() + " to " + download.to().described());
        return new TransferResult(host, download.remote(), download.to().described(), 0, 0, 0, Duration.ZERO);
    }

    @Override
    public Sftp sftp() {
        return new DrySftp(this::show);
    }

    @Override
    public boolean connected() {
        return false;
    }

    @Override
    public Forward forwardLocal(Tunnel tunnel) {
        show("forward: port " + tunnel.localPort() + " to " + tunnel.remoteHost() + " port " + tunnel.remotePort());
        return Forward.unopened(tunnel.localPort());
    }

    @Override
    public Forward forwardRemote(Tunnel tunnel) {
        show("forward: its port " + tunnel.remotePort() + " to " + tunnel.localHost() + " port " + tunnel.localPort());
        return Forward.unopened(tunnel.remotePort());
    }

    @Override
    public int shell(@Nullable Command command, Supplier<UserTerminal> terminal) {
        show(command == null ? "shell" : "shell: " + command.shown());
        return 0;
    }

    /** In the order in which the task says it. */
    @Override
    public Executor aside() {
        return Runnable::run;
    }

    @Override
    public void notice(String text) {
        output.notice(host, text);
    }

    @Override
    public void close() {}

    private void show(String text) {
        List<String> lines = text.lines().toList();
        // A script that is sent along is not what anyone wants to read here.
        lines.stream().limit(lines.size() > MOST ? 1 : MOST).forEach(line -> output.line(host, Stream.OUT, line));
        if (lines.size() > MOST) {
            output.line(host, Stream.OUT, "     and " + (lines.size() - 1) + " more lines");
        }
    }
}
