package jfab.training.program;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What one process computes: variables and the operators over them. Immutable; passes make new programs from old ones.
 *
 * <p>An executor runs block 0. Further blocks are run by operators that name them.
 */
public final class Program {
    private final Map<String, Variable> variables;
    private final Map<String, Parameter> parameters;
    private final List<Block> blocks;

    Program(Map<String, Variable> variables, Map<String, Parameter> parameters, List<Block> blocks) {
        this.variables = Collections.unmodifiableMap(new LinkedHashMap<>(variables));
        this.parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
        this.blocks = List.copyOf(blocks);
        for (Block block : blocks) {
            block.operators().forEach(this::check);
        }
    }

    /** A builder that holds nothing yet. */
    public static Builder builder() {
        return new Builder();
    }

    /** A builder that begins with this program's variables, parameters and blocks. */
    public Builder toBuilder() {
        return new Builder(variables, parameters, blocks);
    }

    /** In order of declaration. */
    public List<Variable> variables() {
        return List.copyOf(variables.values());
    }

    /** Persistable variables with their initializers, in order of declaration. */
    public List<Parameter> parameters() {
        return List.copyOf(parameters.values());
    }

    /** The parameters that an optimizer changes, in order of declaration. */
    public List<Parameter> trainable() {
        return parameters.values().stream().filter(Parameter::trainable).toList();
    }

    /** All variables that a checkpoint keeps. */
    public List<Variable> persistables() {
        return variables.values().stream().filter(Variable::persistable).toList();
    }

    /** The variable called {@code name}; a program without it is an error. */
    public Variable variable(String name) {
        Variable variable = variables.get(name);
        if (variable == null) {
            throw new ProgramException("the program has no variable '" + name + "'");
        }
        return variable;
    }

    public @Nullable Parameter parameter(String name) {
        return parameters.get(name);
    }

    public List<Block> blocks() {
        return blocks;
    }

    /** The operators of block 0. */
    public List<Operator> operators() {
        return blocks.getFirst().operators();
    }

    /** The operators of block 0 that belong to {@code phase}. */
    public List<Operator> operators(OpType.Phase phase) {
        return operators().stream()
                .filter(operator -> operator.type().phase() == phase)
                .toList();
    }

    /** The same network without training: forward operators only, with fixed statistics and nothing dropped. */
    public Program cloneForTest() {
        List<Operator> forward =
                operators(OpType.Phase.FORWARD).stream().map(Operator::forTest).toList();
        return new Program(variables, parameters, List.of(new Block(forward)));
    }

    /**
     * {@code clone(for_test: true)}, Fluid's name of {@link #cloneForTest}; without {@code for_test} the program itself, which nothing
     * changes.
     */
    public Program clone(Map<String, ?> arguments) {
        if (!Set.of("for_test").containsAll(arguments.keySet())) {
            throw new ProgramException("clone takes for_test, not " + String.join(", ", arguments.keySet()));
        }
        return Boolean.TRUE.equals(arguments.get("for_test")) ? cloneForTest() : this;
    }

    /** The program that gives every parameter its first values; {@code seed} decides the random ones. */
    public Program startup(long seed) {
        List<Operator> initializers = new ArrayList<>();
        Map<String, Variable> initialized = new LinkedHashMap<>();
        for (Parameter parameter : parameters.values()) {
            initialized.put(parameter.name(), parameter.variable());
            initializers.add(parameter.initializer().operator(parameter.variable(), seed));
        }
        return new Program(initialized, parameters, List.of(new Block(initializers)));
    }

    private void check(Operator operator) {
        operator.inputs().values().forEach(names -> names.forEach(this::variable));
        operator.outputs().values().forEach(names -> names.forEach(this::variable));
    }

    /** One line per variable and operator. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("program\n");
        for (Variable variable : variables.values()) {
            text.append("  ").append(kind(variable)).append(variable).append('\n');
        }
        for (int block = 0; block < blocks.size(); block++) {
            text.append("  block ").append(block).append('\n');
            text.append(blocks.get(block).operators().stream()
                    .map(operator -> "    " + operator + "\n")
                    .collect(Collectors.joining()));
        }
        return text.toString();
    }

    private String kind(Variable variable) {
        Parameter parameter = parameters.get(variable.name());
        if (parameter != null && parameter.trainable()) {
            return parameter.sparse() ? "sparse table " : "parameter ";
        }
        return variable.persistable() ? "persistable " : "variable ";
    }
}
