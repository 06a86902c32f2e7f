package jfab.training.words;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import jfab.training.program.InferenceModel;
import jfab.training.program.Program;
import jfab.training.program.Variable;
import jfab.training.words.network.Arguments;
import jfab.training.words.network.ScriptProgram;

/** Words that keep what a network has learned; Fluid's names and arguments. */
public final class ModelWords {
    private final ScriptProgram program;
    private final TrainingProcess process;

    ModelWords(ScriptProgram program, TrainingProcess process) {
        this.program = program;
        this.process = process;
    }

    /**
     * {@code save_inference_model('./model', ['x'], [prediction], exe)}: the part of the main program that leads from the
     * variables named first to the others, in {@code program.json}, and its parameters, in {@code model.safetensors}.
     */
    public void save_inference_model(
            CharSequence dirname,
            List<? extends CharSequence> feeded_var_names,
            List<Variable> target_vars,
            ScriptExecutor executor) {
        save_inference_model(dirname, feeded_var_names, target_vars, executor, program.main());
    }

    /** As above, of another program than the main one. */
    public void save_inference_model(
            CharSequence dirname,
            List<? extends CharSequence> feeded_var_names,
            List<Variable> target_vars,
            ScriptExecutor executor,
            Program main_program) {
        List<String> feeds =
                feeded_var_names.stream().map(CharSequence::toString).toList();
        InferenceModel model = InferenceModel.of(main_program, feeds, target_vars);
        process.saveModel(Path.of(dirname.toString()), model, executor.scope());
    }

    /** {@code save_inference_model(dirname:, feeded_var_names:, target_vars:, executor:, main_program:)}. */
    public void save_inference_model(Map<String, ?> arguments) {
        Arguments named = Arguments.of(
                "save_inference_model",
                arguments,
                "dirname",
                "feeded_var_names",
                "target_vars",
                "executor",
                "main_program");
        Program chosen = named.optional("main_program", Program.class);
        save_inference_model(
                named.text("dirname"),
                named.list("feeded_var_names", CharSequence.class),
                named.variables("target_vars"),
                named.object("executor", ScriptExecutor.class),
                chosen == null ? program.main() : chosen);
    }

    /**
     * {@code def (program, feed_names, fetch_targets) = load_inference_model('./model', exe)}: what was saved, its parameters
     * in place.
     */
    public List<Object> load_inference_model(CharSequence dirname, ScriptExecutor executor) {
        InferenceModel model = process.loadModel(Path.of(dirname.toString()), executor.scope());
        List<Variable> targets =
                model.fetches().stream().map(model.program()::variable).toList();
        return List.of(model.program(), model.feeds(), targets);
    }
}
