package jfab.connection;

import jfab.JfabException;
import org.jspecify.annotations.Nullable;

/** A host that cannot be named, reached, trusted or logged in to. */
public final class ConnectionException extends JfabException {
    /** Why there is no connection; the summary and the exit code tell these apart. */
    public enum Reason {
        /** The text does not name a host. */
        BAD_NAME,
        /** No route, refused, or nothing answered in time. */
        UNREACHABLE,
        /** The host key is unknown, changed or revoked. */
        HOST_KEY,
        /** No key, agent or password was accepted. */
        AUTHENTICATION,
        /** An established connection broke. */
        LOST
    }

    private final transient @Nullable Host host;
    private final Reason reason;

    public ConnectionException(String message) {
        super(message);
        this.host = null;
        this.reason = Reason.BAD_NAME;
    }

    public ConnectionException(Host host, Reason reason, String problem, @Nullable Throwable cause) {
        super(host + ": " + problem);
        if (cause != null) {
            initCause(cause);
        }
        this.host = host;
        this.reason = reason;
    }

    /** The host; null for {@link Reason#BAD_NAME}. */
    public @Nullable Host host() {
        return host;
    }

    public Reason reason() {
        return reason;
    }
}
