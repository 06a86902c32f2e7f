package jfab.control.connection.slurm;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.function.Supplier;
import jfab.control.connection.Forward;
import jfab.control.connection.Transport;
import jfab.control.connection.Tunnel;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.Input;
import jfab.control.connection.command.OptionException;
import jfab.control.connection.command.OutputListener;
import jfab.control.connection.command.OutputListener.Stream;
import jfab.control.connection.command.Result;
import jfab.control.connection.command.Sink;
import jfab.control.connection.command.UserTerminal;
import jfab.control.connection.files.Download;
import jfab.control.connection.files.Sftp;
import jfab.control.connection.files.TransferException;
import jfab.control.connection.files.TransferResult;
import jfab.control.connection.files.Upload;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.ConnectionException.Reason;
import jfab.control.connection.host.Host;
import jfab.control.connection.host.LocalFiles;
import jfab.control.connection.local.CommandOutput;
import jfab.control.connection.local.LocalRun;
import jfab.control.connection.transfer.Copied;
import jfab.control.connection.transfer.Fetching;
import jfab.control.connection.transfer.HostSide;
import jfab.control.connection.transfer.PipedShell;
import jfab.control.connection.transfer.Sending;
import jfab.control.connection.transfer.ShellFiles;
import jfab.control.connection.transfer.SmallFiles;
import org.jspecify.annotations.Nullable;

/**
 * The line to a node of our allocation: each command is a step of its own, which Slurm starts beside the others.
 *
 * <p>Slurm ends what a command leaves behind together with its step; so {@link #launch} keeps its step.
 */
record SlurmTransport(Host host, Srun srun, OutputListener output) implements Transport {
    @Override
    public Result run(Command command) {
        return run(command, command.streams().opened(host));
    }

    @Override
    public Result pipe(Command command, @Nullable InputStream in, OutputStream out) {
        Command piped =
                command.hide().with(command.streams().writing(Stream.OUT, Sink.of("out", out, new LocalFiles())));
        Result result = run(piped, in);
        return new Result(host, command, result.exitStatus(), null, "", result.err(), result.took());
    }

    private Result run(Command command, @Nullable InputStream own) {
        if (command.manner().pty() || !command.streams().responders().isEmpty()) {
            throw new OptionException(host + " is reached by srun, which gives a command no terminal and no answers");
        }
        InputStream in = input(command, own);
        Srun.Step step = srun.step(command.script(), in != null, "");
        // Errors are shown when the command has ended: srun's own remarks stand among them.
        Command raw = command.with(command.streams().reading(in == null ? null : Input.of(in)))
                .with(command.manner().hiding(command.manner().hidden().contains(Stream.OUT) ? "both" : "err"))
                .warn();
        Result result = new LocalRun(host, raw, output).run(step.program());
        StepOutput said = StepOutput.of(host, result.err(), step.mark());
        if (!command.manner().hidden().contains(Stream.ERR)) {
            said.err().lines().forEach(line -> output.line(host, Stream.ERR, line));
        }
        return CommandOutput.checked(new Result(
                host, command, said.code(), null, result.out(), said.err(), result.took(), result.omitted()));
    }

    @Override
    public Result launch(Command command, @Nullable InputStream in, Command keeper) {
        InputStream all = input(command, in);
        Srun.Step step = srun.step(command.script(), all != null, keeper.script());
        return CommandOutput.checked(new KeptStep(host, command, step).begin(all));
    }

    /** What the command reads, its secrets first. */
    private static @Nullable InputStream input(Command command, @Nullable InputStream own) {
        return command.around().secrets().values().isEmpty()
                ? own
                : command.around().secrets().before(own);
    }

    @Override
    public Result local(Command command, Path folder) {
        return new LocalRun(host, command, output).run(folder);
    }

    @Override
    public TransferResult put(Upload upload) {
        return carry(upload.remote(), side -> new Sending(side, this).run(upload));
    }

    @Override
    public TransferResult get(Download download) {
        return carry(
                download.remote(), side -> new Fetching(side).run(download, System.getProperty("user.name", ""), 0));
    }

    @Override
    public Sftp sftp() {
        return new SmallFiles(this::files);
    }

    private TransferResult carry(String path, SmallFiles.Work<Copied> carriage) {
        long start = System.nanoTime();
        return files(path, carriage).since(start, host, path);
    }

    private <T> T files(String path, SmallFiles.Work<T> work) {
        PipedShell shell = new PipedShell(this::pipe);
        try {
            return work.run(new HostSide(host, _ -> new ShellFiles(shell), shell, output));
        } catch (IOException e) {
            throw new TransferException(host, path, String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public Forward forwardLocal(Tunnel tunnel) {
        throw commandsOnly("forwardLocal");
    }

    @Override
    public Forward forwardRemote(Tunnel tunnel) {
        throw commandsOnly("forwardRemote");
    }

    @Override
    public int shell(@Nullable Command command, Supplier<UserTerminal> terminal) {
        throw commandsOnly("shell");
    }

    private ConnectionException commandsOnly(String word) {
        return new ConnectionException(
                host,
                Reason.BAD_SETTINGS,
                word + " needs SSH, and inside "
                        + "a Slurm allocation its nodes are reached by srun, which runs commands;"
                        + " name the host with a user, as in me@" + host.name() + ", to reach it by SSH",
                null);
    }

    /** As far as it is known here: srun tells at the next step. */
    @Override
    public boolean connected() {
        return true;
    }

    @Override
    public void notice(String text) {
        output.notice(host, text);
    }

    /** Nothing stands between commands; kept steps go on. */
    @Override
    public void close() {}
}
