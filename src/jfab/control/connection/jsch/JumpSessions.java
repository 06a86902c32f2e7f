package jfab.control.connection.jsch;

import com.jcraft.jsch.Session;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.ConnectionException.Reason;
import jfab.control.connection.host.Host;

/**
 * The sessions with jump hosts, one for each, shared by all that lies behind it.
 *
 * <p>Who asks while an attempt is under way gets its outcome, good or bad; who comes later to a bad one tries again.
 */
final class JumpSessions {
    private final Map<LoginTarget, FutureTask<Session>> attempts = new ConcurrentHashMap<>();
    private final Function<LoginTarget, Session> dial;

    JumpSessions(Function<LoginTarget, Session> dial) {
        this.dial = dial;
    }

    /** The session with {@code hop}, on the way to {@code host}. */
    Session with(LoginTarget hop, Host host) {
        FutureTask<Session> mine = new FutureTask<>(() -> dial.apply(hop));
        FutureTask<Session> current =
                attempts.compute(hop, (same, known) -> known == null || over(known) ? mine : known);
        if (current.equals(mine)) {
            // Of its own, because whoever waits may be interrupted, and the others go on.
            Thread.ofVirtual().name("jump " + hop.host()).start(mine);
        }
        try {
            return current.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ConnectionException(host, Reason.UNREACHABLE, "interrupted before connecting", e);
        } catch (ExecutionException e) {
            throw switch (e.getCause()) {
                case ConnectionException told ->
                    new ConnectionException(host, told.reason(), "jump host " + told.getMessage(), told);
                case RuntimeException defect -> defect;
                case null, default -> new IllegalStateException(e);
            };
        }
    }

    private static boolean over(FutureTask<Session> attempt) {
        return switch (attempt.state()) {
            case RUNNING -> false;
            case FAILED, CANCELLED -> true;
            case SUCCESS -> !attempt.resultNow().isConnected();
        };
    }
}
