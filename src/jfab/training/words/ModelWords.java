package jfab.training.words;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jfab.training.program.InferenceModel;
import jfab.training.program.Parameter;
import jfab.training.program.Program;
import jfab.training.program.ProgramException;
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
     * {@code load_safetensors('bert.safetensors', exe, names: ['fc_0.w_0': 'classifier.weight^T'], strict: true)}: gives the parameters of
     * the main program the values of a file that others made, under {@code names} of theirs or under the same names; {@code ^T} turns a matrix
     * over, as PyTorch keeps those of linear layers. With {@code strict: false} parameters that are not there keep their values. For
     * training alone; behind the startup program.
     */
    public void load_safetensors(Map<String, ?> options, CharSequence file, ScriptExecutor executor) {
        Arguments named = Arguments.of("load_safetensors", options, "names", "strict");
        LocalOnlyException.check("load_safetensors", process.role());
        Map<String, String> names = new LinkedHashMap<>();
        if (options.get("names") != null) {
            named.map("names").forEach((own, theirs) -> names.put(String.valueOf(own), String.valueOf(theirs)));
        }
        List<Variable> parameters =
                program.main().parameters().stream().map(Parameter::variable).toList();
        List<Variable> missing = process.loadForeign(Path.of(file.toString()), names, parameters, executor.scope());
        if (!missing.isEmpty() && named.flag("strict", true)) {
            throw new ProgramException(file + " has nothing for "
                    + String.join(", ", missing.stream().map(Variable::toString).toList())
                    + "; names says what it is called there, and strict: false leaves it as it is");
        }
    }

    /** The same, under the same names. */
    public void load_safetensors(CharSequence file, ScriptExecutor executor) {
        load_safetensors(Map.of(), file, executor);
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
