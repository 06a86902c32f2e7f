package jfab.connection.jsch;

import com.jcraft.jsch.JSch;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.Session;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import jfab.connection.ConnectionException;
import jfab.connection.ConnectionException.Reason;
import org.jspecify.annotations.Nullable;

/** One attempt to connect and log in. */
final class Login {
    private static final int ALIVE_MILLIS = 15_000;
    private static final List<String> HOST_KEY_ALGORITHMS = List.of(
            "ssh-ed25519",
            "ecdsa-sha2-nistp256",
            "ecdsa-sha2-nistp384",
            "ecdsa-sha2-nistp521",
            "rsa-sha2-512",
            "rsa-sha2-256");

    private final Target target;
    private final ConnectDeadline deadline;
    private final Dialer dialer;
    private final LoginDialog dialog;
    private final boolean canAsk;

    Login(Target target, Secrets secrets) {
        this.target = target;
        this.deadline = new ConnectDeadline(target.timeout());
        this.dialer = new Dialer(deadline);
        this.dialog = new LoginDialog(secrets, deadline);
        this.canAsk = secrets.canAsk();
    }

    Session open(JSch jsch, Keys keys, HostKeyCheck check) {
        OfferedKeys offered = new OfferedKeys(keys.of(target, deadline));
        Session session;
        try {
            session = jsch.getSession(target.user(), target.address(), target.port());
            session.setIdentityRepository(offered);
            session.setHostKeyRepository(check);
            session.setUserInfo(dialog);
            session.setSocketFactory(dialer);
            session.setThreadFactory(Thread.ofVirtual().factory());
            session.setServerAliveInterval(ALIVE_MILLIS);
            session.setServerAliveCountMax(3);
            session.setConfig("StrictHostKeyChecking", "yes");
            session.setConfig("prefer_known_host_key_types", "no");
            session.setConfig("server_host_key", algorithms(check.known()));
            session.setConfig(
                    "PreferredAuthentications", canAsk ? "publickey,keyboard-interactive,password" : "publickey");
            // A refused password is refused: one attempt, and no second entry in the host's log.
            session.setConfig("MaxAuthTries", "1");
        } catch (JSchException e) {
            throw failed(Reason.UNREACHABLE, e.getMessage(), e);
        }
        FutureTask<@Nullable Void> connected = new FutureTask<>(() -> {
            session.connect();
            return null;
        });
        Thread.ofVirtual().name("connect " + target.host()).start(connected);
        await(session, connected, offered);
        return session;
    }

    private void await(Session session, FutureTask<@Nullable Void> connected, OfferedKeys offered) {
        while (true) {
            try {
                connected.get(Math.max(deadline.left(), 1_000_000), TimeUnit.NANOSECONDS);
                return;
            } catch (TimeoutException e) {
                if (deadline.passed()) {
                    hangUp(session);
                    throw failed(Reason.UNREACHABLE, "no answer within " + seconds(target.timeout()), null);
                }
            } catch (InterruptedException e) {
                hangUp(session);
                Thread.currentThread().interrupt();
                throw failed(Reason.UNREACHABLE, "interrupted while connecting", null);
            } catch (ExecutionException e) {
                throw explained(e.getCause(), offered);
            }
        }
    }

    private void hangUp(Session session) {
        dialer.hangUp();
        session.disconnect();
    }

    /** Types that the host is known by come first, so that it proves itself with one of them. */
    private String algorithms(KnownHosts known) {
        List<String> types;
        try {
            types = known.types(target.knownName());
        } catch (IOException e) {
            types = List.of();
        }
        List<String> first = types;
        return String.join(
                ",",
                HOST_KEY_ALGORITHMS.stream()
                        .sorted((one, other) -> Boolean.compare(first.contains(type(other)), first.contains(type(one))))
                        .toList());
    }

    private static String type(String algorithm) {
        return algorithm.startsWith("rsa-") ? "ssh-rsa" : algorithm;
    }

    private RuntimeException explained(@Nullable Throwable thrown, OfferedKeys offered) {
        IOException dialing = dialer.failure();
        if (dialing != null) {
            return failed(Reason.UNREACHABLE, unreachable(dialing), dialing);
        }
        if (thrown instanceof RuntimeException told) {
            return told;
        }
        String message = String.valueOf(thrown == null ? null : thrown.getMessage());
        if (message.startsWith("Auth fail") || message.startsWith("Auth cancel")) {
            return new ConnectionException(target.login(), Reason.AUTHENTICATION, refusal(message, offered), thrown);
        }
        if (message.contains("connection is closed by foreign host") || message.contains("End of IO Stream")) {
            return failed(Reason.UNREACHABLE, "the connection was closed before the log-in", thrown);
        }
        return failed(Reason.UNREACHABLE, "no SSH session: " + message, thrown);
    }

    private String refusal(String message, OfferedKeys offered) {
        if (dialog.passwordGiven()) {
            return "the password was not accepted";
        }
        int methods = message.indexOf(" for methods ");
        String accepts = methods < 0
                ? ""
                : "; the host accepts " + message.substring(methods + 13).replace("'", "");
        return (offered.identities().isEmpty() ? "there is no key to log in with" : "no key was accepted")
                + accepts + ". Name a key with -i"
                + (canAsk ? "" : " or ask to be prompted for the password");
    }

    private String unreachable(IOException e) {
        return switch (e) {
            case UnknownHostException _ -> "there is no host of the name " + target.address();
            case SocketTimeoutException _ -> "no answer within " + seconds(target.timeout());
            case NoRouteToHostException _ -> "there is no route to " + target.address();
            case ConnectException refused
            when String.valueOf(refused.getMessage()).contains("refused") ->
                "port " + target.port() + " refused the connection; is sshd running there?";
            default -> "cannot connect to port " + target.port() + ": " + e.getMessage();
        };
    }

    private static String seconds(Duration limit) {
        double seconds = limit.toMillis() / 1000.0;
        return (seconds == Math.rint(seconds) ? String.valueOf((long) seconds) : String.valueOf(seconds)) + " s";
    }

    private ConnectionException failed(Reason reason, @Nullable String problem, @Nullable Throwable cause) {
        return new ConnectionException(target.host(), reason, String.valueOf(problem), cause);
    }
}
