package jfab.task;

import java.time.Duration;
import jfab.connection.Host;

/** How one host fared in one call, or in all calls of a plan. */
public sealed interface HostOutcome {
    Host host();

    /** Everything ran to its end. */
    record Succeeded(Host host, Duration took) implements HostOutcome {}

    /** Something did not; {@code failure} is a {@link jfab.JfabException} unless it is a defect of ours. */
    record Failed(Host host, Duration took, Throwable failure) implements HostOutcome {}

    /** The user stopped it. */
    record Stopped(Host host, Duration took) implements HostOutcome {}

    /** It was not run to its end because of {@code why}, which lies elsewhere. */
    record Skipped(Host host, String why) implements HostOutcome {}
}
