package jfab.training.words;

import java.nio.file.Path;
import java.util.Map;
import jfab.training.program.ProgramException;
import jfab.training.words.network.Arguments;

/**
 * Fluid's CheckpointConfig: where and how often a {@link ScriptTrainer} has a checkpoint kept.
 *
 * @param folder of the checkpoints; the working directory where none was named
 * @param keep how many stay
 * @param epochInterval in every how many epochs there are any
 * @param stepInterval after every how many steps of such an epoch, the first included, there is one
 */
public record ScriptCheckpointConfig(Path folder, int keep, long epochInterval, long stepInterval) {
    static ScriptCheckpointConfig of(Map<String, ?> arguments) {
        Arguments named = Arguments.of(
                "CheckpointConfig",
                arguments,
                "checkpoint_dir",
                "max_num_checkpoints",
                "epoch_interval",
                "step_interval");
        return new ScriptCheckpointConfig(
                Path.of(named.text("checkpoint_dir", ".")),
                Math.toIntExact(count(named, "max_num_checkpoints", 3)),
                count(named, "epoch_interval", 1),
                count(named, "step_interval", 10));
    }

    private static long count(Arguments named, String name, long preset) {
        long count = named.integer(name, preset);
        if (count < 1) {
            throw new ProgramException("CheckpointConfig needs " + name + " of 1 or more, not " + count);
        }
        return count;
    }

    /** Whether there is a checkpoint after that step of that epoch, both from 0. */
    boolean due(long epoch, long step) {
        return epoch % epochInterval == 0 && step % stepInterval == 0;
    }
}
