package jfab.control;

import java.util.List;
import jfab.control.connection.Connection;
import jfab.control.connection.Connector;
import jfab.control.connection.Group;
import jfab.control.connection.SshSettings;
import jfab.control.connection.command.OptionException;
import jfab.control.connection.host.Host;
import jfab.control.connection.jsch.JschConnector;
import jfab.control.hosts.Inventory;

/**
 * Hosts for programs that are no fabfile: commands and files over SSH, on many hosts at the same time.
 *
 * <pre>{@code
 * try (Ssh ssh = Ssh.open()) {
 *     ssh.hosts("gpu[01-16]").run("df -h /data").forEach(System.out::println);
 * }
 * }</pre>
 *
 * <p>It may be used by several threads. A {@link Group} opens its connections for each call and closes them; a {@link Connection}
 * belongs to one thread, and to whoever asked for it.
 */
public final class Ssh implements AutoCloseable {
    private final Connector connector;

    private Ssh(Connector connector) {
        this.connector = connector;
    }

    /**
     * Reaches hosts as {@code ssh} does for this user: {@code ~/.ssh/config} and {@code /etc/ssh/ssh_config}, keys and agent,
     * known_hosts. Nobody is asked for a password, and what commands print is captured and not shown.
     *
     * @throws jfab.control.connection.host.ConnectionException when one of these files cannot be used
     */
    public static Ssh open() {
        return open(SshSettings.of((host, stream, line) -> {}));
    }

    /**
     * Reaches hosts as {@code settings} say, which also have who hears each line that commands print:
     * {@code SshSettings.of((host, stream, line) -> System.out.println(host + ": " + line)).withUser("root")}.
     *
     * @throws jfab.control.connection.host.ConnectionException when the ssh_config or a key cannot be used
     */
    public static Ssh open(SshSettings settings) {
        return new Ssh(new JschConnector(settings));
    }

    /**
     * Hosts as {@code --hosts} takes them: {@code "gpu[01-16],root@store:2222"}, {@code "^file"}, {@code "a,b!b"}. Nothing is
     * connected to yet.
     *
     * @throws jfab.JfabException when it cannot be read
     */
    public Group hosts(String expression) {
        return new Group(Inventory.empty().of(expression), connector);
    }

    /**
     * Opens a connection to one host, {@code [user@]name[:port]}; whoever asks for it closes it.
     *
     * @throws jfab.control.connection.host.ConnectionException when it cannot be reached, or refuses the log-in
     * @throws OptionException when it names no host, or several
     */
    public Connection host(String host) {
        List<Host> hosts = hosts(host).hosts();
        if (hosts.size() != 1) {
            throw new OptionException("'" + host + "' names " + hosts.size() + " hosts, and not one");
        }
        return connector.open(hosts.getFirst());
    }

    /** Ends all connections that are still open; no new one is opened after that. */
    @Override
    public void close() {
        connector.close();
    }
}
