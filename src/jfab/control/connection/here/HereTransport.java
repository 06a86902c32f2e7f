package jfab.control.connection.here;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.function.Supplier;
import jfab.UserFolders;
import jfab.control.connection.Forward;
import jfab.control.connection.Transport;
import jfab.control.connection.Tunnel;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.CommandContext;
import jfab.control.connection.command.OptionException;
import jfab.control.connection.command.OutputListener;
import jfab.control.connection.command.Result;
import jfab.control.connection.command.UserTerminal;
import jfab.control.connection.files.Download;
import jfab.control.connection.files.Sftp;
import jfab.control.connection.files.TransferResult;
import jfab.control.connection.files.Upload;
import jfab.control.connection.host.Host;
import jfab.control.connection.local.LocalRun;
import org.jspecify.annotations.Nullable;

/** What a task without hosts has in place of a line to one: a local task's commands run here; what needs two machines is refused. */
record HereTransport(Host host, OutputListener output) implements Transport {
    @Override
    public Result run(Command command) {
        if (host.equals(Host.NOWHERE)) {
            throw refused("run");
        }
        CommandContext around = command.around();
        if (around.as() != null
                || !around.prefixes().isEmpty()
                || !around.umask().isEmpty()) {
            throw refused("sudo, asUser, prefix or umask; write them into the line");
        }
        String directory = around.directory();
        return local(command, UserFolders.resolve(directory, Path.of(System.getProperty("user.home")), Path.of("")));
    }

    @Override
    public Result local(Command command, Path folder) {
        return new LocalRun(host(), command, output).run(folder);
    }

    @Override
    public Result pipe(Command command, @Nullable InputStream in, OutputStream out) {
        throw refused("what streams a command of a host");
    }

    @Override
    public TransferResult put(Upload upload) {
        throw refused("put");
    }

    @Override
    public TransferResult get(Download download) {
        throw refused("get");
    }

    @Override
    public Sftp sftp() {
        throw refused("sftp");
    }

    @Override
    public boolean connected() {
        return true;
    }

    @Override
    public Forward forwardLocal(Tunnel tunnel) {
        throw refused("forwardLocal");
    }

    @Override
    public Forward forwardRemote(Tunnel tunnel) {
        throw refused("forwardRemote");
    }

    @Override
    public int shell(@Nullable Command command, Supplier<UserTerminal> terminal) {
        throw refused("shell");
    }

    @Override
    public void notice(String text) {
        output.notice(host(), text);
    }

    @Override
    public void close() {}

    private OptionException refused(String what) {
        return new OptionException(
                host.equals(Host.NOWHERE)
                        ? "no hosts: name them with -H host,host or with the word hosts; without any there is no "
                                + what + ", and local('...'), or local: true for the whole task, is what runs here"
                        : "this task runs on this machine (local: true), where there is no " + what);
    }
}
