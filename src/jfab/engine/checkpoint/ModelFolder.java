package jfab.engine.checkpoint;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.LongStream;
import jfab.engine.EngineException;
import jfab.engine.RowTable;
import jfab.engine.Scope;
import jfab.engine.Tensor;
import jfab.program.InferenceModel;
import jfab.program.Variable;

/**
 * A network that has learned, in a folder: {@code program.json} (see {@link ProgramFile}) and the values of its parameters in
 * {@code model.safetensors}, under their names in the program.
 */
public record ModelFolder(Path folder) {
    private static final String PROGRAM = "program.json";
    private static final String PARAMETERS = "model.safetensors";

    /** Writes both files, each whole or not at all; {@code scope} must hold every parameter. */
    public void save(InferenceModel model, Scope scope) {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        for (Variable variable : model.program().persistables()) {
            tensors.put(variable.name(), value(variable, scope));
        }
        Safetensors.write(folder.resolve(PARAMETERS), tensors);
        ProgramFile.write(folder.resolve(PROGRAM), model);
    }

    /** Reads the program, and all its parameters into {@code scope}. */
    public InferenceModel load(Scope scope) {
        InferenceModel model = ProgramFile.read(folder.resolve(PROGRAM));
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        model.program().persistables().forEach(variable -> tensors.put(variable.name(), scope.create(variable)));
        Safetensors.read(folder.resolve(PARAMETERS), tensors);
        return model;
    }

    private static Tensor value(Variable variable, Scope scope) {
        Tensor tensor = scope.find(variable.name());
        RowTable table = scope.table(variable.name());
        if (tensor == null && table == null) {
            throw new EngineException(
                    "'" + variable.name() + "' has no value in this process to save; start the program first,"
                            + " and save sparse tables where they are");
        }
        return table == null
                ? scope.get(variable.name())
                : table.read(
                        variable.name(), LongStream.range(0, table.height()).toArray());
    }
}
