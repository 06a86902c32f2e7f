package jfab.control.connection.broadcast;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.Result;
import jfab.control.connection.host.Host;
import org.jspecify.annotations.Nullable;

/** A logged-in line to a host, as far as a broadcast uses it. Commands may run at the same time. */
public interface HostLine {
    Host host();

    /** Runs {@code command} with its streams connected. */
    Result pipe(Command command, @Nullable InputStream in, OutputStream out);

    /** The host key that this line was opened with, {@code TYPE BASE64}, as the known hosts have it; empty where it has none. */
    default Optional<String> hostKey() {
        return Optional.empty();
    }

    /** Tells the user something about this host. */
    void notice(String text);
}
