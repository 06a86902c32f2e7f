package jfab.training.program;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects a {@link Program}; not for several threads at once. */
public final class Builder {
    private final Map<String, Variable> variables = new LinkedHashMap<>();
    private final Map<String, Parameter> parameters = new LinkedHashMap<>();
    private final List<List<Operator>> blocks = new ArrayList<>();
    private final Map<String, Integer> used = new HashMap<>();
    private @Nullable Program built;

    Builder() {
        blocks.add(new ArrayList<>());
    }

    Builder(Map<String, Variable> variables, Map<String, Parameter> parameters, List<Block> blocks) {
        this.variables.putAll(variables);
        this.parameters.putAll(parameters);
        blocks.forEach(block -> this.blocks.add(new ArrayList<>(block.operators())));
    }

    /** Declares a variable; its name must be new. */
    public Variable add(Variable variable) {
        if (variables.putIfAbsent(variable.name(), variable) != null) {
            throw new ProgramException("two variables are called '" + variable.name() + "'");
        }
        built = null;
        return variable;
    }

    /** Declares a variable that exists during one step. */
    public Variable temporary(String name, Shape shape, DataType type) {
        return add(Variable.temporary(name, shape, type));
    }

    /** Declares a trainable float32 parameter. */
    public Variable parameter(String name, Shape shape, Initializer initializer) {
        return persistable(new Parameter(new Variable(name, shape, DataType.FLOAT32, true), initializer, true));
    }

    /** Declares a persistable variable that no optimizer changes, an accumulator for instance. */
    public Variable accumulator(String name, Shape shape, DataType type, Initializer initializer) {
        return persistable(new Parameter(new Variable(name, shape, type, true), initializer, false));
    }

    public Variable persistable(Parameter parameter) {
        add(parameter.variable());
        parameters.put(parameter.name(), parameter);
        return parameter.variable();
    }

    /** Gives a persistable variable other first values. */
    void initialize(String name, Initializer initializer) {
        Parameter parameter = parameters.get(name);
        if (parameter == null) {
            throw new ProgramException("'" + name + "' has no first values to replace");
        }
        parameters.put(name, parameter.with(initializer));
        built = null;
    }

    /** The variable called {@code name}, or null. */
    public @Nullable Variable find(String name) {
        return variables.get(name);
    }

    /** Appends to block 0. */
    public Builder operator(Operator operator) {
        blocks.getFirst().add(operator);
        built = null;
        return this;
    }

    /** Replaces all operators of block 0. */
    public Builder operators(List<Operator> operators) {
        blocks.set(0, new ArrayList<>(operators));
        built = null;
        return this;
    }

    /** Appends a block and gives its index, for an attribute that names it. */
    public long block(Block block) {
        blocks.add(new ArrayList<>(block.operators()));
        built = null;
        return blocks.size() - 1L;
    }

    /** Fluid's names for the layers of a program: {@code fc_0}, {@code fc_1}, {@code conv2d_0}. */
    public String layerName(String kind) {
        return kind + "_" + (used.merge(kind, 1, Integer::sum) - 1);
    }

    /** What {@code describe} adds, as a program of its own; afterwards this builder is as it was before. */
    public Program apart(Runnable describe) {
        Builder before = new Builder();
        before.become(this);
        become(new Builder());
        try {
            describe.run();
            return build();
        } finally {
            become(before);
        }
    }

    private void become(Builder other) {
        variables.clear();
        variables.putAll(other.variables);
        parameters.clear();
        parameters.putAll(other.parameters);
        blocks.clear();
        blocks.addAll(other.blocks);
        used.clear();
        used.putAll(other.used);
        built = null;
    }

    /** The program as collected so far; the same object until something is added. */
    public Program build() {
        Program program = built;
        if (program == null) {
            program = new Program(
                    variables, parameters, blocks.stream().map(Block::new).toList());
            built = program;
        }
        return program;
    }
}
