package jfab.training.words;

import java.util.List;
import java.util.Map;
import jfab.training.program.Program;
import jfab.training.program.Variable;

/** Words that keep what a network has learned; Fluid's names and arguments. */
public interface ModelWords {
    /**
     * {@code save_inference_model('./model', ['x'], [prediction], exe)}: the part of the main program that leads from the
     * variables named first to the others, in {@code program.json}, and its parameters, in {@code model.safetensors}.
     */
    void save_inference_model(
            CharSequence dirname,
            List<? extends CharSequence> feeded_var_names,
            List<Variable> target_vars,
            ScriptExecutor executor);

    /** As above, of another program than the main one. */
    void save_inference_model(
            CharSequence dirname,
            List<? extends CharSequence> feeded_var_names,
            List<Variable> target_vars,
            ScriptExecutor executor,
            Program main_program);

    /** {@code save_inference_model(dirname:, feeded_var_names:, target_vars:, executor:, main_program:)}. */
    void save_inference_model(Map<String, ?> arguments);

    /**
     * {@code def (program, feed_names, fetch_targets) = load_inference_model('./model', exe)}: what was saved, its parameters
     * in place.
     */
    List<Object> load_inference_model(CharSequence dirname, ScriptExecutor executor);
}
