package jfab.connection.jsch;

import com.jcraft.jsch.Session;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import jfab.connection.Command;
import jfab.connection.Connection;
import jfab.connection.Host;
import jfab.connection.OutputListener;
import jfab.connection.Result;
import org.jspecify.annotations.Nullable;

/** A connection over one JSch session. */
final class JschConnection implements Connection {
    private final Session session;
    private final Host host;
    private final OutputListener output;

    JschConnection(Session session, Host host, OutputListener output) {
        this.session = session;
        this.host = host;
        this.output = output;
    }

    @Override
    public Host host() {
        return host;
    }

    @Override
    public Result run(Command command) {
        return new CommandRun(session, host, command, output).run(null, null);
    }

    @Override
    public Result pipe(Command command, @Nullable InputStream in, OutputStream out) {
        return new CommandRun(session, host, command.hide(), output).run(in, out);
    }

    @Override
    public void put(Path local, String remote) {
        throw new UnsupportedOperationException("put");
    }

    @Override
    public void get(String remote, Path local) {
        throw new UnsupportedOperationException("get");
    }

    @Override
    public void close() {
        session.disconnect();
    }
}
