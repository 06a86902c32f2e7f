package jfab.training.program;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One step of a block: reads variables, writes variables.
 *
 * @param inputs slot to the names of the variables read, {@code X=[a, b]}
 * @param outputs slot to the names of the variables written; one that is also an input is changed in place
 * @param attributes constants: Long, Double, Boolean, String, or a list of these
 */
public record Operator(
        OpType type,
        Map<String, List<String>> inputs,
        Map<String, List<String>> outputs,
        Map<String, Object> attributes) {
    public Operator {
        inputs = copy(inputs);
        outputs = copy(outputs);
        attributes.forEach((name, value) -> check(type, name, value));
        attributes = Collections.unmodifiableMap(new TreeMap<>(attributes));
    }

    /** An operator whose slots hold one variable each. */
    public static Operator of(
            OpType type, Map<String, Variable> inputs, Map<String, Variable> outputs, Map<String, Object> attributes) {
        return new Operator(type, names(inputs), names(outputs), attributes);
    }

    /** The one variable in an input slot. */
    public String input(String slot) {
        return only(inputs, slot);
    }

    public List<String> inputs(String slot) {
        return inputs.getOrDefault(slot, List.of());
    }

    /** The one variable in an output slot. */
    public String output(String slot) {
        return only(outputs, slot);
    }

    public List<String> outputs(String slot) {
        return outputs.getOrDefault(slot, List.of());
    }

    public long integer(String attribute) {
        return attribute(attribute, Long.class);
    }

    public double real(String attribute) {
        return attribute(attribute, Double.class);
    }

    public boolean flag(String attribute) {
        return attribute(attribute, Boolean.class);
    }

    public String text(String attribute) {
        return attribute(attribute, String.class);
    }

    /** A list of whole numbers. */
    public List<Long> integers(String attribute) {
        return list(attribute, Long.class);
    }

    /** A list of texts. */
    public List<String> texts(String attribute) {
        return list(attribute, String.class);
    }

    /** A list of real numbers. */
    public List<Double> reals(String attribute) {
        return list(attribute, Double.class);
    }

    private <T> List<T> list(String attribute, Class<T> kind) {
        List<?> list = attribute(attribute, List.class);
        return list.stream().map(kind::cast).toList();
    }

    /** The same operator with one attribute changed. */
    public Operator with(String attribute, Object value) {
        Map<String, Object> changed = new LinkedHashMap<>(attributes);
        changed.put(attribute, value);
        return new Operator(type, inputs, outputs, changed);
    }

    /** What this operator does in a test program. */
    Operator forTest() {
        return switch (type) {
            case BATCH_NORM, AUC -> with("is_test", true);
            case DROPOUT ->
                new Operator(
                        type,
                        Map.of("X", inputs("X")),
                        Map.of("Out", outputs("Out")),
                        with("is_test", true).attributes());
            default -> this;
        };
    }

    private <T> T attribute(String name, Class<T> kind) {
        Object value = attributes.get(name);
        if (!kind.isInstance(value)) {
            throw new ProgramException(type.word() + " needs the attribute '" + name + "', a " + kind.getSimpleName()
                    + ", and has " + value);
        }
        return kind.cast(value);
    }

    private String only(Map<String, List<String>> slots, String slot) {
        List<String> names = slots.getOrDefault(slot, List.of());
        if (names.size() != 1) {
            throw new ProgramException(type.word() + " needs one variable in " + slot + " and has " + names);
        }
        return names.getFirst();
    }

    private static Map<String, List<String>> names(Map<String, Variable> slots) {
        Map<String, List<String>> names = new TreeMap<>();
        slots.forEach((slot, variable) -> names.put(slot, List.of(variable.name())));
        return names;
    }

    private static Map<String, List<String>> copy(Map<String, List<String>> slots) {
        Map<String, List<String>> copy = new TreeMap<>();
        slots.forEach((slot, names) -> copy.put(slot, List.copyOf(names)));
        return Collections.unmodifiableMap(copy);
    }

    private static void check(OpType type, String name, Object value) {
        boolean known = switch (value) {
            case Long _, Double _, Boolean _, String _ -> true;
            case List<?> list -> {
                list.forEach(element -> check(type, name, element));
                yield true;
            }
            default -> false;
        };
        if (!known) {
            throw new ProgramException(type.word() + " cannot keep a "
                    + value.getClass().getSimpleName() + " in the attribute '" + name + "'");
        }
    }

    /** {@code fc_0.tmp_0 = mul(X=x, Y=fc_0.w_0) {k=v}}. */
    @Override
    public String toString() {
        String results = outputs.values().stream().flatMap(List::stream).collect(Collectors.joining(", "));
        String arguments = inputs.entrySet().stream()
                .map(slot -> slot.getKey() + "=" + String.join("|", slot.getValue()))
                .collect(Collectors.joining(", "));
        return (results.isEmpty() ? "" : results + " = ")
                + type.word()
                + "("
                + arguments
                + ")"
                + (attributes.isEmpty() ? "" : " " + attributes);
    }
}
