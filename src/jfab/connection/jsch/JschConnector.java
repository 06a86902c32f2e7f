package jfab.connection.jsch;

import com.jcraft.jsch.JSch;
import com.jcraft.jsch.Session;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import jfab.connection.ConnectionException;
import jfab.connection.ConnectionException.Reason;
import jfab.connection.Connector;
import jfab.connection.Host;
import jfab.connection.SshSettings;
import jfab.connection.Transport;

/**
 * Opens connections over JSch, a session each.
 *
 * <ul>
 *   <li>A new host's key is recorded and remarked on; a changed or revoked key ends the attempt before the log-in.
 *   <li>Keys are tried first, then a password; the user is asked for each secret once, whatever the number of hosts.
 *   <li>At most 64 hosts are connected to at the same time.
 *   <li>Closing it ends the sessions that are still open.
 * </ul>
 */
public final class JschConnector implements Connector {
    /** Beyond this, hosts wait for each other's handshakes and log-ins run into time limits. */
    private static final int AT_ONCE = 64;

    private final Semaphore dialing = new Semaphore(AT_ONCE);
    private final SshSettings settings;
    private final JSch jsch = new JSch();
    private final Secrets secrets;
    private final Keys keys;
    private final Targets targets;
    private final Map<List<Path>, KnownHosts> knownHosts = new ConcurrentHashMap<>();
    private final Set<Session> sessions = ConcurrentHashMap.newKeySet();

    /**
     * Reads the ssh_config and the keys that {@code settings} name.
     *
     * @throws jfab.connection.ConnectionException when one of them cannot be used
     */
    public JschConnector(SshSettings settings) {
        this.settings = settings;
        this.secrets = new Secrets(settings.prompt());
        this.keys = new Keys(jsch, settings, secrets);
        this.targets = new Targets(settings);
    }

    @Override
    public Transport connect(Host host) {
        Target target = targets.of(host);
        KnownHosts known = knownHosts.computeIfAbsent(target.knownHosts(), KnownHosts::new);
        HostKeyCheck check = new HostKeyCheck(target, known, settings.output());
        try {
            dialing.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ConnectionException(host, Reason.UNREACHABLE, "interrupted before connecting", e);
        }
        Session session;
        try {
            session = new Login(target, secrets).open(jsch, keys, check);
        } finally {
            dialing.release();
        }
        sessions.removeIf(each -> !each.isConnected());
        sessions.add(session);
        return new JschTransport(new Channels(session, Map.of(), false), host, settings.output());
    }

    @Override
    public void close() {
        sessions.forEach(Session::disconnect);
    }

    /** The version of JSch. */
    public static String version() {
        return JSch.VERSION;
    }
}
