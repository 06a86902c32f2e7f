package jfab.training.words.v1;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jfab.training.data.Reader;
import jfab.training.program.Program;
import jfab.training.program.Variable;
import jfab.training.words.ScriptTranspilerConfig;
import org.jspecify.annotations.Nullable;

/**
 * What a configuration says.
 *
 * @param main the network, with its optimizer where there is a cost
 * @param test the network alone
 * @param cost the mean over a batch; null where nothing is trained
 * @param accuracies by the names of the evaluators, which show 1 minus them
 * @param outputs what is computed for each sample, costs included
 * @param slots the variables that the columns of samples feed
 * @param batchSize of one trainer
 * @param transpiler how a job adds up gradients
 * @param train null where there is no reader
 * @param tested the samples to test with; null where there is no reader
 */
public record TrainerConfig(
        Program main,
        Program test,
        @Nullable Variable cost,
        Map<String, Variable> accuracies,
        List<Variable> outputs,
        List<Variable> slots,
        int batchSize,
        ScriptTranspilerConfig transpiler,
        @Nullable Reader<Object> train,
        @Nullable Reader<Object> tested) {
    public TrainerConfig {
        accuracies = Collections.unmodifiableMap(new LinkedHashMap<>(accuracies));
        outputs = List.copyOf(outputs);
        slots = List.copyOf(slots);
    }

    /** The names of what a step gives: the cost, then the accuracies. */
    public List<String> fetch() {
        List<String> names = new ArrayList<>();
        if (cost != null) {
            names.add(cost.name());
        }
        accuracies.values().forEach(variable -> names.add(variable.name()));
        return names;
    }
}
