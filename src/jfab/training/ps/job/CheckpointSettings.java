package jfab.training.ps.job;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import jfab.role.RoleException;
import jfab.training.engine.checkpoint.Checkpoints;
import org.jspecify.annotations.Nullable;

/**
 * Where and when a job keeps checkpoints. Trainer 0 says when; the others follow.
 *
 * @param folder of checkpoints, on a disk that all processes share or on each host's own
 * @param steps after how many steps there is one; 0 if steps do not matter
 * @param interval after how much time there is one; zero if time does not matter
 * @param keep how many complete ones stay
 */
public record CheckpointSettings(Path folder, long steps, Duration interval, int keep) {
    private static final String FOLDER = "JFAB_CHECKPOINT_DIR";
    private static final String STEPS = "JFAB_CHECKPOINT_STEPS";
    private static final String SECONDS = "JFAB_CHECKPOINT_SECONDS";
    private static final String KEEP = "JFAB_CHECKPOINT_KEEP";

    public CheckpointSettings {
        if (steps < 0 || interval.isNegative() || keep < 1) {
            throw new RoleException(STEPS + " and " + SECONDS + " must be 0 or more, " + KEEP + " 1 or more");
        }
    }

    /**
     * From {@code JFAB_CHECKPOINT_DIR}, {@code JFAB_CHECKPOINT_STEPS}, {@code JFAB_CHECKPOINT_SECONDS} (60, where no number of
     * steps is given) and {@code JFAB_CHECKPOINT_KEEP} (3); null where there is no folder.
     */
    static @Nullable CheckpointSettings from(Map<String, String> environment) {
        String folder = environment.getOrDefault(FOLDER, "");
        if (folder.isBlank()) {
            return null;
        }
        long steps = JobSettings.number(environment, STEPS, 0);
        long keep = JobSettings.number(environment, KEEP, 3);
        long seconds = JobSettings.number(environment, SECONDS, steps == 0 ? 60 : 0);
        return new CheckpointSettings(Path.of(folder), steps, Duration.ofSeconds(seconds), Math.toIntExact(keep));
    }

    /** The checkpoints themselves. */
    public Checkpoints checkpoints() {
        return new Checkpoints(folder, keep);
    }
}
