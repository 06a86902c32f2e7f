package jfab.control.connection.jsch;

import com.jcraft.jsch.JSch;
import com.jcraft.jsch.Session;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import jfab.control.connection.Connector;
import jfab.control.connection.SshSettings;
import jfab.control.connection.Transport;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.ConnectionException.Reason;
import jfab.control.connection.host.Host;
import jfab.control.connection.jsch.channels.Channels;
import jfab.control.connection.jsch.channels.JschTransport;
import org.jspecify.annotations.Nullable;

/**
 * Opens connections over JSch, a session each.
 *
 * <ul>
 *   <li>A new host's key is recorded and remarked on; a changed or revoked key ends the attempt before the log-in.
 *   <li>Keys are tried first, then a password; the user is asked for each secret once, whatever the number of hosts.
 *   <li>A jump host is logged in to once for all hosts behind it.
 *   <li>At most 64 hosts are connected to at the same time.
 *   <li>Closing it ends the sessions that are still open, but for {@link KeptSessions}.
 * </ul>
 */
public final class JschConnector implements Connector {
    /** Beyond this, hosts wait for each other's handshakes and log-ins run into time limits. */
    private static final int AT_ONCE = 64;
    /** As ssh waits. */
    private static final Duration BETWEEN_ATTEMPTS = Duration.ofSeconds(1);

    private final Semaphore dialing = new Semaphore(AT_ONCE);
    private final SshSettings settings;
    private final JSch jsch = new JSch();
    private final Secrets secrets;
    private final Keys keys;
    private final Targets targets;
    private final JumpSessions jumps = new JumpSessions(this::session);
    private final Map<List<Path>, KnownHosts> knownHosts = new ConcurrentHashMap<>();
    private final Set<Session> sessions = ConcurrentHashMap.newKeySet();
    private final Map<Session, KeptSessions.Kept> outliving = new ConcurrentHashMap<>();
    /** Those that keys alone have logged in to, and would again. */
    private final Set<LoginTarget> byKeys = ConcurrentHashMap.newKeySet();

    private volatile boolean closed;

    /**
     * Reads the ssh_config and the keys that {@code settings} name.
     *
     * @throws jfab.control.connection.host.ConnectionException when one of them cannot be used
     */
    public JschConnector(SshSettings settings) {
        this.settings = settings;
        this.secrets = new Secrets(settings.prompt());
        this.keys = new Keys(jsch, settings, secrets);
        this.targets = new Targets(settings);
    }

    @Override
    public Transport connect(Host host) {
        if (closed) {
            throw new ConnectionException(host, Reason.LOST, "all connections have been closed", null);
        }
        LoginTarget target = targets.of(host);
        Optional<KeptSessions.Kept> kept = kept(target);
        Channels channels = new Channels(
                        kept.map(KeptSessions.Kept::session).orElseGet(() -> session(target)),
                        () -> session(target),
                        target.grants().environment(),
                        target.grants().agent() != null)
                .leavingTo(this::left)
                .beside(() ->
                        kept.isPresent() || byKeys.contains(target) ? Optional.of(session(target)) : Optional.empty());
        kept.ifPresent(one -> channels.unless(one.ask()));
        return new JschTransport(channels, host, settings.output());
    }

    private Session session(LoginTarget target) {
        boolean redialed = false;
        for (int attempt = 1; ; attempt++) {
            // Before its own turn and time begin: many hosts wait for the same jump host.
            Session jump =
                    target.route() instanceof Route.Jump(LoginTarget hop) ? jumps.with(hop, target.host()) : null;
            try {
                return dial(target, jump);
            } catch (ConnectionException e) {
                // A jump host that was lost meanwhile says nothing about what lies behind it.
                if (jump != null && !jump.isConnected() && !redialed) {
                    redialed = true;
                    continue;
                }
                if (e.reason() != Reason.UNREACHABLE
                        || attempt >= target.dialing().attempts()) {
                    throw e;
                }
                pause(target, e);
            }
        }
    }

    private static void pause(LoginTarget target, ConnectionException failed) {
        try {
            Thread.sleep(BETWEEN_ATTEMPTS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ConnectionException(target.host(), Reason.UNREACHABLE, "interrupted between attempts", failed);
        }
    }

    private LoginGrounds grounds(LoginTarget target) {
        return LoginGrounds.now(target, keys.usual());
    }

    private Optional<KeptSessions.Kept> kept(LoginTarget target) {
        for (Optional<KeptSessions.Kept> found = KeptSessions.take(target);
                found.isPresent();
                found = KeptSessions.take(target)) {
            KeptSessions.Kept kept = found.get();
            if (kept.grounds().equals(grounds(target))) {
                outlives(kept.session(), target, kept.grounds(), kept.line());
                sessions.add(kept.session());
                return found;
            }
            kept.session().disconnect();
        }
        return Optional.empty();
    }

    private Session dial(LoginTarget target, @Nullable Session jump) {
        LoginGrounds grounds = KeptSessions.wants(target) ? grounds(target) : null;
        KnownHosts known = knownHosts.computeIfAbsent(target.trust().knownHosts(), KnownHosts::new);
        HostKeyCheck check = new HostKeyCheck(target, known, secrets::trust, settings.output());
        try {
            dialing.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ConnectionException(target.host(), Reason.UNREACHABLE, "interrupted before connecting", e);
        }
        Login login;
        Session session;
        try {
            Login.Manner manner = new Login.Manner(true, true);
            while (true) {
                login = new Login(target, jump, secrets, manner);
                try {
                    session = login.open(jsch, keys, check);
                    break;
                } catch (ConnectionException e) {
                    manner = login.otherwise(e).orElseThrow(() -> e);
                }
            }
        } finally {
            dialing.release();
        }
        // Where a host key was recorded meanwhile, the next session stays, and not this one.
        if (login.byKeysAlone() && !secrets.asked()) {
            byKeys.add(target);
            if (grounds != null && grounds.equals(grounds(target))) {
                outlives(session, target, grounds, login.line());
            }
        }
        sessions.removeIf(each -> !each.isConnected());
        sessions.add(session);
        return session;
    }

    private void outlives(Session session, LoginTarget target, LoginGrounds grounds, PatientInput line) {
        long until = System.nanoTime() + target.dialing().persist().toNanos();
        outliving.put(session, new KeptSessions.Kept(target, grounds, session, line, until));
    }

    private void left(Session session) {
        KeptSessions.Kept kept = outliving.remove(session);
        if (kept == null) {
            session.disconnect();
        } else {
            sessions.remove(session);
            KeptSessions.keep(kept);
        }
    }

    @Override
    public void close() {
        closed = true;
        sessions.forEach(Session::disconnect);
    }

    /** The version of JSch. */
    public static String version() {
        return JSch.VERSION;
    }
}
