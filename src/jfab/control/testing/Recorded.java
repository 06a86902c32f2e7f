package jfab.control.testing;

import java.nio.file.Path;
import java.util.List;
import jfab.control.connection.Tunnel;
import jfab.control.connection.command.Command;
import jfab.control.connection.host.Host;
import org.jspecify.annotations.Nullable;

/** Something that a task did on a host. */
public sealed interface Recorded {
    Host host();

    /** The user's terminal that was given over to a command, or to the login shell where that is null. */
    record Shell(Host host, @Nullable Command command) implements Recorded {}

    /** A command that was run, as the host's shell would get it. */
    record Ran(Host host, Command command) implements Recorded {}

    /** A file that was sent. */
    record Put(Host host, Path local, String remote) implements Recorded {}

    /** A file that was fetched. */
    record Got(Host host, String remote, Path local) implements Recorded {}

    /**
     * An operation of {@code c.sftp()}, or {@code exists}, {@code contains}, {@code append} or {@code sed}, by its name, with its
     * arguments in order; a mode is octal, a pattern between {@code ~/} and {@code /}, each line to append an argument. It changed nothing:
     * what looks at files knows those of {@link RecordingConnector#file} and the directories that they are in.
     * {@code c.sftp().exists} is recorded as the {@code stat} that it is.
     */
    record Files(Host host, String operation, List<String> arguments) implements Recorded {
        public Files {
            arguments = List.copyOf(arguments);
        }
    }

    /** A port of this machine that was forwarded to the host. */
    record ForwardedLocal(Host host, Tunnel tunnel) implements Recorded {}

    /** A port of the host that was forwarded to this machine. */
    record ForwardedRemote(Host host, Tunnel tunnel) implements Recorded {}
}
