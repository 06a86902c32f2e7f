package jfab.training.train;

import java.util.function.LongSupplier;
import jfab.training.engine.checkpoint.Checkpoints;
import jfab.training.ps.job.CheckpointSettings;
import org.jspecify.annotations.Nullable;

/** Where and when this process keeps checkpoints. */
final class CheckpointTimes {
    /** Before the step of any checkpoint. */
    private static final long NEVER = -1;

    private @Nullable CheckpointSettings settings;
    private @Nullable Checkpoints checkpoints;
    private boolean passing;
    private boolean wished;
    private final LongSupplier clock;
    private long lastSave;

    /** @param settings null where there are no checkpoints */
    CheckpointTimes(@Nullable CheckpointSettings settings) {
        this(settings, System::nanoTime);
    }

    /** @param clock in nanoseconds, from anywhere */
    CheckpointTimes(@Nullable CheckpointSettings settings, LongSupplier clock) {
        this.settings = settings;
        this.clock = clock;
        lastSave = clock.getAsLong();
        checkpoints = settings == null ? null : settings.checkpoints();
    }

    /** Has checkpoints kept as {@code wanted} until the script has come to its end, unless it was decided otherwise before. */
    void decide(CheckpointSettings wanted) {
        if (settings == null) {
            settings = wanted;
            checkpoints = wanted.checkpoints();
            passing = true;
        }
    }

    @Nullable
    CheckpointSettings settings() {
        return settings;
    }

    /** Null where there are none. */
    @Nullable
    Checkpoints checkpoints() {
        return checkpoints;
    }

    /** Asks for a checkpoint after the next training step, whatever else decides. */
    void wish() {
        wished = true;
    }

    /** What was wished for in a step that is not computed again was there already. */
    void forgetWish() {
        wished = false;
    }

    /** Whether there shall be a checkpoint after {@code next} steps; a wish is granted once. */
    boolean due(long next) {
        CheckpointSettings wanted = settings;
        if (wanted == null) {
            return false;
        }
        if (wished) {
            wished = false;
            return true;
        }
        boolean bySteps = wanted.steps() > 0 && next % wanted.steps() == 0;
        boolean byTime = wanted.interval().isPositive()
                && clock.getAsLong() - lastSave > wanted.interval().toNanos();
        return bySteps || byTime;
    }

    void saved() {
        lastSave = clock.getAsLong();
    }

    /** Removes checkpoints that were to last until the end of the script, which has come. */
    void finish() {
        if (passing && checkpoints != null) {
            checkpoints.discardAfter(NEVER);
        }
    }
}
