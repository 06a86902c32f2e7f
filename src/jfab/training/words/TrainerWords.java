package jfab.training.words;

import java.util.Map;
import jfab.training.words.network.ScriptProgram;

/** Words that leave the loop to the program: document 003's style. */
public final class TrainerWords {
    private final ScriptProgram program;
    private final TrainingProcess process;

    TrainerWords(ScriptProgram program, TrainingProcess process) {
        this.program = program;
        this.process = process;
    }

    /**
     * {@code Trainer(train_func: , optimizer_func: , place: CPUPlace(), param_path: null, transpiler_config: DistributeTranspilerConfig(), checkpoint_config: null)}: trains what {@code train_func} describes and
     * returns, the loss or a list that begins with it. {@code optimizer_func} returns an optimizer; or {@code optimizer:} is a closure
     * or an optimizer by itself. In a job it has the role of its process.
     *
     * <p>{@code param_path} is a folder that {@code save_params} wrote, whose values training begins with. With a
     * {@code checkpoint_config} it goes on from the newest checkpoint that is there.
     */
    public ScriptTrainer Trainer(Map<String, ?> arguments) {
        return new ScriptTrainer(program, process, arguments);
    }

    /**
     * {@code CheckpointConfig(checkpoint_dir: '.', max_num_checkpoints: 3, epoch_interval: 1, step_interval: 10)}: for {@code Trainer},
     * a checkpoint of parameters and optimizer after steps 0, 10, 20 ... of each epoch, of which the last three stay.
     *
     * <p>The same script, started again, goes on from the last one, in a job with any number of servers and trainers; its handler is told
     * again of the steps before it, with their metrics. When the script has come to its end, no checkpoint stays.
     * {@code JFAB_CHECKPOINT_DIR} and its companions count more: then those stay.
     */
    public ScriptCheckpointConfig CheckpointConfig(Map<String, ?> arguments) {
        return ScriptCheckpointConfig.of(arguments);
    }

    /**
     * {@code Inferencer(infer_func: , param_path: , place: CPUPlace())}: computes what {@code infer_func} describes and returns, with the
     * parameters in the folder {@code param_path}.
     */
    public ScriptInferencer Inferencer(Map<String, ?> arguments) {
        return new ScriptInferencer(program, process, arguments);
    }
}
