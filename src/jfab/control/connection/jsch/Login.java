package jfab.control.connection.jsch;

import com.jcraft.jsch.JSch;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.JSchUnknownCAKeyException;
import com.jcraft.jsch.Session;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jfab.control.connection.command.Secret;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.ConnectionException.Reason;
import jfab.control.connection.jsch.channels.SessionThreads;
import jfab.control.connection.jsch.cryptography.Ed25519Signature;
import jfab.control.connection.jsch.cryptography.MontgomeryCurve;
import jfab.control.connection.jsch.cryptography.NativeCryptography;
import org.jspecify.annotations.Nullable;

/** One attempt to connect and log in. */
final class Login {
    static {
        // Keys that sign ask JSch itself, not their session.
        JSch.setConfig(Ed25519Signature.NAME, Ed25519Signature.class.getName());
    }

    private final LoginTarget target;
    private final ConnectDeadline deadline;
    private final Dialer dialer;
    private final LoginDialog dialog;
    private final boolean canAsk;
    private final Manner manner;
    private volatile boolean keysAlone;
    private volatile boolean brief;

    /**
     * How it is logged in.
     *
     * @param certificates whether the host may show a certificate for its key, where an authority is known for it
     * @param brief whether a key that is the only way to log in may be used without asking which ways there are, and whether
     *     the host would take it: two round trips less
     */
    record Manner(boolean certificates, boolean brief) {}

    /**
     * An attempt whose time starts now.
     *
     * @param jump the session with the last host before it; null where its route has none
     */
    Login(LoginTarget target, @Nullable Session jump, Secrets secrets, Manner manner) {
        this.target = target;
        this.manner = manner;
        this.deadline = new ConnectDeadline(target.dialing().timeout());
        this.dialer = new Dialer(target, jump, deadline);
        Secret own = target.host().get("password") instanceof Secret password ? password : null;
        this.dialog = new LoginDialog(target, secrets, own, deadline);
        this.canAsk = own != null || secrets.canAsk();
    }

    Session open(JSch jsch, Keys keys, HostKeyCheck check) {
        OfferedKeys offered = keys.of(target.credentials(), deadline);
        // A security key wants to be touched.
        keysAlone = offered.keys().stream()
                .noneMatch(key -> String.valueOf(key.getAlgName()).startsWith("sk-"));
        brief = manner.brief()
                && !canAsk
                && offered.keys().size() == 1
                && FileIdentity.ready(offered.keys().getFirst());
        LoginFailure failure = new LoginFailure(target, dialer, dialog, offered, canAsk);
        Session session;
        try {
            session = jsch.getSession(target.user(), target.address(), target.port());
            session.setIdentityRepository(offered);
            session.setHostKeyRepository(check.pausing(deadline));
            session.setUserInfo(dialog);
            session.setSocketFactory(dialer);
            session.setThreadFactory(new SessionThreads(session::disconnect));
            // JSch gives the key exchange as long as it waits for anything; the whole log-in has a deadline besides.
            session.setTimeout((int) (target.dialing().timeout().isZero()
                            ? target.wire().alive()
                            : target.dialing().timeout())
                    .toMillis());
            target.wire().config().forEach(session::setConfig);
            // JSch would try each algorithm before each log-in, with a key pair of its own. Java has all that
            // Algorithms lets pass.
            session.setConfig("CheckKexes", "");
            session.setConfig("CheckSignatures", "");
            session.setConfig("xdh", MontgomeryCurve.class.getName());
            session.setConfig("StrictHostKeyChecking", "yes");
            session.setConfig("prefer_known_host_key_types", "no");
            session.setConfig("host_certificate_to_key_fallback", "no");
            session.setHostKeyAlias(target.certifiedName());
            session.setConfig(Algorithms.HOST_KEYS, hostKeys(check));
            session.setConfig("PreferredAuthentications", String.join(",", methods()));
            session.setConfig("enable_auth_none", brief ? "no" : "yes");
            session.setConfig("enable_pubkey_auth_query", brief ? "no" : "yes");
            // A refused password is refused: one attempt, and no second entry in the host's log.
            session.setConfig("MaxAuthTries", "1");
        } catch (JSchException e) {
            throw failure.failed(Reason.UNREACHABLE, e.getMessage(), e);
        }
        FutureTask<@Nullable Void> connected = new FutureTask<>(() -> {
            // While the host begins, what computes is loaded; not before, as many commands call no host.
            dialer.dialAhead(target.address(), target.port());
            NativeCryptography.use();
            session.connect();
            return null;
        });
        Thread.ofPlatform().daemon().name("connect " + target.host()).start(connected);
        await(session, connected, failure);
        try {
            session.setServerAliveInterval((int) target.wire().alive().toMillis());
        } catch (JSchException e) {
            hangUp(session);
            throw failure.failed(Reason.LOST, String.valueOf(e.getMessage()), e);
        }
        dialer.loggedIn(session);
        // From now on JSch offers these keys to the host, as an agent does: none but the forwarded agent's.
        session.setIdentityRepository(new ForwardedKeys(target.grants().agent()));
        return session;
    }

    /** How to try again where this has failed with {@code failure}; empty where that says it all. */
    Optional<Manner> otherwise(ConnectionException failure) {
        if (failure.getCause() instanceof JSchUnknownCAKeyException && manner.certificates()) {
            // What another authority has signed says nothing; as for ssh, the key itself counts then.
            return Optional.of(new Manner(false, manner.brief()));
        }
        // Hosts that let in whoever comes want no key, and only who asks is told what they do want.
        return brief && failure.reason() == Reason.AUTHENTICATION
                ? Optional.of(new Manner(manner.certificates(), false))
                : Optional.empty();
    }

    /** What the host sends. */
    PatientInput line() {
        return dialer.line();
    }

    /** Whether nobody was asked for anything, and no password given: the same keys would do again, by themselves. */
    boolean byKeysAlone() {
        return keysAlone && !dialog.passwordGiven() && !dialog.asked();
    }

    private void await(Session session, FutureTask<@Nullable Void> connected, LoginFailure failure) {
        while (true) {
            try {
                connected.get(Math.max(deadline.left(), 1_000_000), TimeUnit.NANOSECONDS);
                return;
            } catch (TimeoutException e) {
                if (deadline.passed()) {
                    hangUp(session);
                    throw failure.late();
                }
            } catch (InterruptedException e) {
                hangUp(session);
                Thread.currentThread().interrupt();
                throw failure.interrupted();
            } catch (ExecutionException e) {
                RuntimeException explained = failure.explained(e.getCause());
                dialer.hangUp();
                throw explained;
            }
        }
    }

    private void hangUp(Session session) {
        dialer.hangUp();
        session.disconnect();
    }

    private List<String> methods() {
        return target.credentials().methods().stream()
                .filter(method -> canAsk || method.equals("publickey"))
                .toList();
    }

    /** Certificates come first where an authority is known, then types that the host is known by, so that it proves itself so. */
    private String hostKeys(HostKeyCheck check) {
        List<KnownKey> known = check.lines();
        List<String> first =
                known.stream().filter(KnownKey::plain).map(KnownKey::type).toList();
        String offered =
                target.wire().config().getOrDefault(Algorithms.HOST_KEYS, Algorithms.usual(Algorithms.HOST_KEYS));
        List<String> plain = Arrays.stream(offered.split(",", -1))
                .map(algorithm -> algorithm.replace(PublicKeyFile.CERTIFICATE, ""))
                .distinct()
                .sorted((one, other) -> Boolean.compare(first.contains(type(other)), first.contains(type(one))))
                .toList();
        Stream<String> certified = manner.certificates() && known.stream().anyMatch(KnownKey::authority)
                ? plain.stream().map(algorithm -> algorithm + PublicKeyFile.CERTIFICATE)
                : Stream.empty();
        return Stream.concat(certified, plain.stream()).collect(Collectors.joining(","));
    }

    private static String type(String algorithm) {
        return algorithm.startsWith("rsa-") ? "ssh-rsa" : algorithm;
    }
}
