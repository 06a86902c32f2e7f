package jfab.control.connection.jsch.channels;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A way to a host that does not lead there; the message says all. */
public final class RouteException extends IOException {
    RouteException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
