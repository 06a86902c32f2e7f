package jfab.training.words;

import java.util.Map;

/** Trainers of a script; each describes its network apart from the script's main program. */
final class ScriptTrainers implements TrainerWords {
    private final ScriptProgram program;
    private final TrainingProcess process;

    ScriptTrainers(ScriptProgram program, TrainingProcess process) {
        this.program = program;
        this.process = process;
    }

    @Override
    public ScriptTrainer Trainer(Map<String, ?> arguments) {
        return new ScriptTrainer(program, process, arguments);
    }

    @Override
    public ScriptCheckpointConfig CheckpointConfig(Map<String, ?> arguments) {
        return ScriptCheckpointConfig.of(arguments);
    }

    @Override
    public ScriptInferencer Inferencer(Map<String, ?> arguments) {
        return new ScriptInferencer(program, process, arguments);
    }
}
