package jfab.training.train;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import jfab.training.engine.ParameterExchange;
import jfab.training.engine.Scope;
import jfab.training.engine.Tensor;
import jfab.training.engine.checkpoint.Safetensors;
import jfab.training.engine.checkpoint.SavedTables;
import jfab.training.program.Parameter;
import jfab.training.program.Program;
import jfab.training.program.Variable;
import jfab.training.program.optimize.SampleSchedule;

/** The persistable variables of a program in a folder, in one file that Python can read. */
record Checkpoint(Path folder) {
    static final String FILE = "model.safetensors";

    /**
     * Writes those of {@code program}'s persistable variables that this process holds, and the touched rows of its sparse tables,
     * which a trainer gets from {@code servers}.
     *
     * @param alone whether nobody else trains it: a trainer of a job counts its own samples only, which is not saved
     * @return the names of those that are NaN or infinite somewhere
     */
    Set<String> save(Program program, Scope scope, ParameterExchange servers, boolean alone) {
        Map<String, Tensor> tensors = new LinkedHashMap<>(SavedTables.of(program, scope, servers));
        for (Variable variable : program.persistables()) {
            Tensor tensor = scope.find(variable.name());
            if (tensor != null && (alone || !variable.name().equals(SampleSchedule.SAMPLES))) {
                tensors.put(variable.name(), tensor);
            }
        }
        return Safetensors.write(folder.resolve(FILE), tensors);
    }

    /** The names of the variables in the folder. */
    Set<String> names() {
        return Safetensors.shapes(folder.resolve(FILE)).keySet();
    }

    /** Fills every persistable variable of {@code program}. */
    void load(Program program, Scope scope) {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        for (Variable variable : program.persistables()) {
            Parameter parameter = program.parameter(variable.name());
            if (parameter == null || !parameter.sparse()) {
                tensors.put(variable.name(), scope.create(variable));
            }
        }
        Safetensors.read(folder.resolve(FILE), tensors);
        SavedTables.load(folder.resolve(FILE), program, scope);
    }
}
