package jfab.training.words;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jfab.training.engine.Device;
import jfab.training.engine.Executor;
import jfab.training.engine.HostTensor;
import jfab.training.engine.Scope;
import jfab.training.program.Program;
import jfab.training.program.Variable;
import jfab.training.words.network.Arguments;
import jfab.training.words.network.ScriptProgram;

/** Fluid's Inferencer: a network with saved parameters, and no training. */
public final class ScriptInferencer {
    private final DescribedNetwork network;
    private final Executor executor;
    private final Scope scope;

    ScriptInferencer(ScriptProgram script, TrainingProcess process, Map<String, ?> arguments) {
        Arguments named = Arguments.of("Inferencer", arguments, "infer_func", "param_path", "place");
        network = DescribedNetwork.of(script, "infer_func", named.closure("infer_func"), _ -> {});
        Device place = named.optional("place", Device.class);
        executor = process.open(place == null ? new Device.Cpu() : place);
        // The parameters have the names of those that are being trained in this process, and other values.
        scope = process.newScope(executor);
        process.load(Path.of(named.text("param_path")), network.test(), scope);
    }

    /** {@code infer(x: [[1, 2], [3, 4]])}: the outputs for samples as lists of numbers, by the names of the variables that they feed. */
    public List<HostTensor> infer(Map<String, ?> inputs) {
        Program program = network.test();
        Map<String, HostTensor> feed = new LinkedHashMap<>();
        inputs.forEach((name, value) -> {
            Variable variable = program.variable(name);
            if (value instanceof HostTensor tensor) {
                feed.put(name, tensor);
            } else {
                ScriptNumbers.feed(feed, variable, value);
            }
        });
        return executor.run(program, feed, network.fetch(), scope);
    }
}
