package jfab.control.connection.host;

import org.jspecify.annotations.Nullable;

/** A failure that belongs to one host, and says so in its message. */
public interface HostFailure {
    /** The host; null where the failure came before there was one. */
    @Nullable
    Host host();
}
