package jfab.training.words;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jfab.role.RoleSpec;
import jfab.training.engine.Device;
import jfab.training.engine.Executor;
import jfab.training.engine.HostTensor;
import jfab.training.engine.ParameterExchange;
import jfab.training.engine.Scope;
import jfab.training.engine.StepListener;
import jfab.training.engine.Tensor;
import jfab.training.engine.checkpoint.ForeignParameters;
import jfab.training.engine.checkpoint.Safetensors;
import jfab.training.engine.torch.Torch;
import jfab.training.program.InferenceModel;
import jfab.training.program.Program;
import jfab.training.program.Variable;

/** A process that trains alone, inside a test: keeps what is printed. */
public final class LocalProcess implements TrainingProcess, AutoCloseable {
    private final List<String> printed = new ArrayList<>();
    private final List<Scope> scopes = new ArrayList<>();
    private int dots;

    /** Lines, and how many dots were shown. */
    public List<String> printed() {
        return printed;
    }

    public int dots() {
        return dots;
    }

    /** The parameters that were trained last. */
    public Scope trained() {
        return scopes.getFirst();
    }

    @Override
    public RoleSpec role() {
        return RoleSpec.local();
    }

    @Override
    public Executor open(Device device) {
        return Torch.open(device, ParameterExchange.none());
    }

    @Override
    public Scope scope(Executor executor) {
        return scopes.isEmpty() ? newScope(executor) : scopes.getFirst();
    }

    @Override
    public Scope newScope(Executor executor) {
        Scope scope = executor.newScope();
        scopes.add(scope);
        return scope;
    }

    @Override
    public void beginStep(Program program, Scope scope) {}

    @Override
    public void endStep(
            Program program, Map<String, ? extends Tensor> feed, List<String> fetch, List<HostTensor> values) {}

    @Override
    public StepListener listener() {
        return StepListener.none();
    }

    @Override
    public void save(Path folder, Program program, Scope scope) {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        program.persistables().forEach(variable -> tensors.put(variable.name(), scope.get(variable.name())));
        Safetensors.write(folder.resolve("model.safetensors"), tensors);
    }

    @Override
    public void load(Path folder, Program program, Scope scope) {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        for (Variable variable : program.persistables()) {
            tensors.put(variable.name(), scope.create(variable));
        }
        Safetensors.read(folder.resolve("model.safetensors"), tensors);
    }

    @Override
    public Set<String> saved(Path folder) {
        return Safetensors.shapes(folder.resolve("model.safetensors")).keySet();
    }

    @Override
    public List<Variable> loadForeign(Path place, Map<String, String> names, List<Variable> variables, Scope scope) {
        return ForeignParameters.in(place, names).load(variables, scope, this::print);
    }

    @Override
    public void saveModel(Path folder, InferenceModel model, Scope scope) {
        throw new UnsupportedOperationException("no test of this process saves a model");
    }

    @Override
    public InferenceModel loadModel(Path folder, Scope scope) {
        throw new UnsupportedOperationException("no test of this process loads a model");
    }

    @Override
    public void dot() {
        dots++;
    }

    @Override
    public void print(String line) {
        printed.add(line);
    }

    @Override
    public void close() {
        scopes.forEach(Scope::close);
    }
}
