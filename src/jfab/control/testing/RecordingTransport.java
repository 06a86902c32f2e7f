package jfab.control.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import jfab.control.connection.FileWork;
import jfab.control.connection.Forward;
import jfab.control.connection.Transport;
import jfab.control.connection.Tunnel;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.CommandException;
import jfab.control.connection.command.OutputListener.Stream;
import jfab.control.connection.command.Result;
import jfab.control.connection.command.Sink;
import jfab.control.connection.command.UserTerminal;
import jfab.control.connection.files.Download;
import jfab.control.connection.files.Sftp;
import jfab.control.connection.files.TransferException;
import jfab.control.connection.files.TransferResult;
import jfab.control.connection.files.Upload;
import jfab.control.connection.host.Host;
import org.jspecify.annotations.Nullable;

/** A line to a host of a test. */
final class RecordingTransport implements Transport {
    private final Host host;
    private final RecordingConnector hosts;

    RecordingTransport(Host host, RecordingConnector hosts) {
        this.host = host;
        this.hosts = hosts;
    }

    @Override
    public Host host() {
        return host;
    }

    @Override
    public Result run(Command command) {
        Answer answer = answer(command);
        if (!command.hidden()) {
            answer.out().lines().forEach(line -> hosts.output().line(host, Stream.OUT, line));
            answer.err().lines().forEach(line -> hosts.output().line(host, Stream.ERR, line));
        }
        return checked(result(command, answer, answer.out()));
    }

    /** Of the files that the test gave; what is written changes none. */
    @Override
    public Result run(Command command, FileWork work) {
        boolean writes = command.streams().in() != null;
        if (!writes) {
            List<String> arguments = new ArrayList<>(List.of(work.path()));
            arguments.addAll(work.arguments());
            hosts.record(new Recorded.Files(host, work.word(), arguments));
        }
        String content = hosts.file(work.path())
                .map(bytes -> "0 0\n" + new String(bytes, StandardCharsets.ISO_8859_1))
                .orElse("absent\n");
        boolean there =
                hosts.file(work.path()).isPresent() || !hosts.names(work.path()).isEmpty();
        String told = work.word().equals("exists") ? there ? "yes\n" : "no\n" : content;
        Sink sink = command.streams().out();
        if (sink != null) {
            try (OutputStream out = sink.open(host)) {
                out.write(told.getBytes(StandardCharsets.ISO_8859_1));
            } catch (IOException e) {
                throw new TransferException(host, work.path(), String.valueOf(e.getMessage()), e);
            }
        }
        return new Result(host, command, 0, null, "", "", Duration.ZERO);
    }

    @Override
    public Result pipe(Command command, @Nullable InputStream in, OutputStream out) {
        Answer answer = answer(command);
        try {
            if (in != null) {
                in.transferTo(OutputStream.nullOutputStream());
            }
            out.write(answer.out().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new TransferException(host, command.line(), String.valueOf(e.getMessage()), e);
        }
        return checked(result(command, answer, ""));
    }

    /** Nothing runs on the machine of the test either. */
    @Override
    public Result local(Command command, Path folder) {
        return run(command);
    }

    @Override
    public TransferResult put(Upload upload) {
        for (Upload.Source source : upload.sources()) {
            Path local = source.path();
            if (!Files.exists(local)) {
                throw new TransferException(
                        host, local.toString(), "no such file", new NoSuchFileException(local.toString()));
            }
            hosts.record(new Recorded.Put(host, local, upload.remote()));
        }
        return new TransferResult(
                host, upload.remote(), upload.described(), upload.sources().size(), 0, 0, Duration.ZERO);
    }

    @Override
    public TransferResult get(Download download) {
        String remote = download.remote();
        byte[] content = hosts.file(remote)
                .orElseThrow(() -> new TransferException(
                        host,
                        remote,
                        "no such file; give it with file('" + remote + "', '...')",
                        new NoSuchFileException(remote)));
        try {
            switch (download.to()) {
                case Download.Stream stream -> {
                    hosts.record(new Recorded.Got(host, remote, Path.of("")));
                    stream.out().write(content);
                }
                case Download.Place place -> write(content, remote, place);
            }
        } catch (IOException e) {
            throw new TransferException(host, download.to().described(), String.valueOf(e.getMessage()), e);
        }
        return new TransferResult(host, remote, download.to().described(), 1, content.length, 0, Duration.ZERO);
    }

    private void write(byte[] content, String remote, Download.Place place) throws IOException {
        String text = host.expand(place.path());
        Path local = place.folder().resolve(text);
        hosts.record(new Recorded.Got(host, remote, local));
        Path target = text.endsWith("/") || Files.isDirectory(local)
                ? local.resolve(remote.substring(remote.lastIndexOf('/') + 1))
                : local;
        Files.createDirectories(target.toAbsolutePath().resolveSibling(""));
        Files.write(target, content);
    }

    @Override
    public Sftp sftp() {
        return new RecordingSftp(host, hosts);
    }

    @Override
    public boolean connected() {
        return true;
    }

    @Override
    public Forward forwardLocal(Tunnel tunnel) {
        hosts.record(new Recorded.ForwardedLocal(host, tunnel));
        return Forward.unopened(tunnel.localPort());
    }

    @Override
    public Forward forwardRemote(Tunnel tunnel) {
        hosts.record(new Recorded.ForwardedRemote(host, tunnel));
        return Forward.unopened(tunnel.remotePort());
    }

    /** A shell that is left, or a command that ends, at once. */
    @Override
    public int shell(@Nullable Command command, Supplier<UserTerminal> terminal) {
        hosts.record(new Recorded.Shell(host, command));
        return 0;
    }

    /** In the order in which the task says it. */
    @Override
    public Executor aside() {
        return Runnable::run;
    }

    @Override
    public void notice(String text) {
        hosts.output().notice(host, text);
    }

    @Override
    public void close() {}

    private Answer answer(Command command) {
        hosts.record(new Recorded.Ran(host, command));
        return hosts.answer(host, command);
    }

    private Result result(Command command, Answer answer, String out) {
        return new Result(host, command, answer.exitStatus(), null, out, answer.err(), Duration.ZERO);
    }

    private static Result checked(Result result) {
        if (!result.accepted()) {
            throw new CommandException(result, "'" + result.command().line() + "' exited with " + result.exitStatus());
        }
        return result;
    }
}
