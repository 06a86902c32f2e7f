package jfab.control.connection.host;

import jfab.JfabException;
import jfab.PlainText;
import org.jspecify.annotations.Nullable;

/** A host that cannot be named, reached, trusted or logged in to. */
public final class ConnectionException extends JfabException implements HostFailure {
    /** Why there is no connection; the summary and the exit code tell these apart. */
    public enum Reason {
        /** The text does not name a host. */
        BAD_NAME,
        /** A key file or an ssh_config cannot be used. */
        BAD_SETTINGS,
        /** No route, refused, or nothing answered in time. */
        UNREACHABLE,
        /** The host key is unknown, changed or revoked. */
        HOST_KEY,
        /** No key, agent or password was accepted. */
        AUTHENTICATION,
        /** The host and jfab have no algorithm in common. */
        INCOMPATIBLE,
        /** An established connection broke. */
        LOST;

        /** Whether another attempt may go better without anybody changing anything. */
        public boolean passing() {
            return this == UNREACHABLE || this == LOST;
        }
    }

    private final transient @Nullable Host host;
    private final Reason reason;

    private ConnectionException(Reason reason, String message) {
        super(PlainText.sentence(message));
        this.host = null;
        this.reason = reason;
    }

    public ConnectionException(String message) {
        this(Reason.BAD_NAME, message);
    }

    /** A key file or an ssh_config that cannot be used, whatever the host. */
    public static ConnectionException settings(String message) {
        return new ConnectionException(Reason.BAD_SETTINGS, message);
    }

    public ConnectionException(Host host, Reason reason, String problem, @Nullable Throwable cause) {
        super(PlainText.sentence(host + ": " + problem));
        if (cause != null) {
            initCause(cause);
        }
        this.host = host;
        this.reason = reason;
    }

    /** The host; null for {@link Reason#BAD_NAME} and {@link Reason#BAD_SETTINGS}. */
    @Override
    public @Nullable Host host() {
        return host;
    }

    public Reason reason() {
        return reason;
    }
}
