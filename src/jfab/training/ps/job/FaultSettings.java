package jfab.training.ps.job;

import java.time.Duration;
import java.util.Map;
import jfab.role.RoleException;
import org.jspecify.annotations.Nullable;

/**
 * How a job notices that one of its processes has died, and what it does then.
 *
 * @param onFailure the same in all processes of a job
 * @param silence a process that has not been heard of for this long is dead; what it computes meanwhile does not matter, since
 *     heartbeats come from threads and connections of their own
 * @param checkpoints null if there are none
 */
public record FaultSettings(
        OnFailure onFailure, Duration silence, @Nullable CheckpointSettings checkpoints) {
    private static final String ON_FAILURE = "JFAB_ON_FAILURE";
    private static final String SILENCE = "JFAB_HEARTBEAT_TIMEOUT";

    public FaultSettings {
        if (!silence.isPositive()) {
            throw new RoleException(SILENCE + " must be above 0 seconds");
        }
    }

    /** Without checkpoints. */
    public FaultSettings(OnFailure onFailure, Duration silence) {
        this(onFailure, silence, null);
    }

    /** All others stop; death is noticed after 6 seconds of silence. */
    public static FaultSettings preset() {
        return from(Map.of());
    }

    /** From {@code JFAB_ON_FAILURE} (stop) and {@code JFAB_HEARTBEAT_TIMEOUT} (6 seconds), and what {@link CheckpointSettings} reads. */
    public static FaultSettings from(Map<String, String> environment) {
        return new FaultSettings(
                OnFailure.named(ON_FAILURE, environment.getOrDefault(ON_FAILURE, OnFailure.STOP.word())),
                JobSettings.seconds(environment, SILENCE, 6),
                CheckpointSettings.from(environment));
    }

    /**
     * How often a process shows that it lives, and looks for those that do not: all are to have ended ten seconds after a death, of which
     * silence, a beat and the farewells take their part.
     */
    public Duration interval() {
        return silence.dividedBy(8);
    }
}
