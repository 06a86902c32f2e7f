package jfab.training.engine.checkpoint;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import jfab.training.engine.ParameterExchange;
import jfab.training.engine.Scope;
import jfab.training.engine.Tensor;
import jfab.training.program.InferenceModel;
import jfab.training.program.OpType;
import jfab.training.program.Variable;

/**
 * A network that has learned, in a folder: {@code program.json} (see {@link ProgramFile}) and the values of its parameters in
 * {@code model.safetensors}, under their names in the program.
 */
public record ModelFolder(Path folder) {
    private static final String PROGRAM = "program.json";
    private static final String PARAMETERS = "model.safetensors";

    /** Writes both files, each whole or not at all; {@code scope} must hold every parameter. Returns as the other does. */
    public Set<String> save(InferenceModel model, Scope scope) {
        return save(model, scope, ParameterExchange.none());
    }

    /**
     * Writes both files, each whole or not at all.
     *
     * <p>Sparse tables are written with all their rows, a piece at a time, whether they are in {@code scope} or {@code servers} keep
     * them.
     *
     * @return the names of parameters that are NaN or infinite somewhere
     */
    public Set<String> save(InferenceModel model, Scope scope, ParameterExchange servers) {
        Set<String> tables = model.program().operators().stream()
                .filter(operator -> operator.type() == OpType.LOOKUP_TABLE)
                .map(operator -> operator.input("W"))
                .collect(Collectors.toSet());
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        for (Variable variable : model.program().persistables()) {
            boolean sparse = scope.find(variable.name()) == null && tables.contains(variable.name());
            tensors.put(
                    variable.name(), sparse ? SavedTables.whole(variable, scope, servers) : scope.get(variable.name()));
        }
        Set<String> spoiled = Safetensors.write(folder.resolve(PARAMETERS), tensors);
        ProgramFile.write(folder.resolve(PROGRAM), model);
        return spoiled;
    }

    /** Reads the program, and all its parameters into {@code scope}. */
    public InferenceModel load(Scope scope) {
        InferenceModel model = ProgramFile.read(folder.resolve(PROGRAM));
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        model.program().persistables().forEach(variable -> tensors.put(variable.name(), scope.create(variable)));
        Safetensors.read(folder.resolve(PARAMETERS), tensors);
        return model;
    }
}
