package jfab.control.task;

import java.time.Duration;
import jfab.control.connection.host.Host;
import org.jspecify.annotations.Nullable;

/** How one host fared in one call, or in all calls of a plan. */
public sealed interface HostOutcome {
    Host host();

    /**
     * Everything ran to its end.
     *
     * @param value what the task's body returned on this host, or for all of them; null for nothing
     * @param shared whether it was done once for all hosts, with nothing to tell of each
     */
    record Succeeded(Host host, Duration took, @Nullable Object value, boolean shared) implements HostOutcome {
        /** What was done on this host. */
        public Succeeded(Host host, Duration took, @Nullable Object value) {
            this(host, took, value, false);
        }
    }

    /**
     * Something did not.
     *
     * @param failure a {@link jfab.JfabException} unless it is a defect of ours
     * @param shared whether it is no more this host's than that of the others in its group
     */
    record Failed(Host host, Duration took, Throwable failure, boolean shared) implements HostOutcome {
        /** A failure of this host. */
        public Failed(Host host, Duration took, Throwable failure) {
            this(host, took, failure, false);
        }
    }

    /**
     * The user stopped it.
     *
     * @param begun whether it had begun by then
     */
    record Stopped(Host host, Duration took, boolean begun) implements HostOutcome {
        /** One that had begun. */
        public Stopped(Host host, Duration took) {
            this(host, took, true);
        }

        static Stopped before(Host host) {
            return new Stopped(host, Duration.ZERO, false);
        }
    }

    /** It was not run to its end because of {@code why}, which lies elsewhere. */
    record Skipped(Host host, String why) implements HostOutcome {}
}
