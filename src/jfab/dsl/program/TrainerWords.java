package jfab.dsl.program;

import java.util.Map;

/** Words that leave the loop to the program: document 003's style. */
public interface TrainerWords {
    /**
     * {@code Trainer(train_func: , optimizer_func: , place: CPUPlace(), param_path: null, transpiler_config: DistributeTranspilerConfig())}: trains what {@code train_func} describes and
     * returns, the loss or a list that begins with it. {@code optimizer_func} returns an optimizer; or {@code optimizer:} is a closure
     * or an optimizer by itself. In a job it has the role of its process.
     *
     * <p>{@code param_path} is a folder that {@code save_params} wrote, whose values training begins with.
     */
    ScriptTrainer Trainer(Map<String, ?> arguments);

    /**
     * {@code Inferencer(infer_func: , param_path: , place: CPUPlace())}: computes what {@code infer_func} describes and returns, with the
     * parameters in the folder {@code param_path}.
     */
    ScriptInferencer Inferencer(Map<String, ?> arguments);
}
