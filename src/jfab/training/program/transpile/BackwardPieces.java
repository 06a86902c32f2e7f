package jfab.training.program.transpile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import jfab.training.program.DataType;
import jfab.training.program.OpType;
import jfab.training.program.Operator;
import jfab.training.program.Program;
import jfab.training.program.Pruning;
import jfab.training.program.Variable;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a large BACKWARD into several, last layers first, with a SEND_AHEAD after each but the last: gradients travel while
 * those of the layers before are computed.
 *
 * <p>A cut goes through one variable by which alone the parameters before it lead to the loss, so that its gradient is all that
 * the next piece begins with. Where there are several, or a parameter is used on both sides, nothing is cut.
 */
final class BackwardPieces {
    /** Bytes of gradients for which a message of their own pays. */
    private static final long SMALLEST = 1 << 20;

    private final Program program;
    private final Operator backward;
    private final List<Operator> leading;
    private final Set<String> sent;
    private final Map<String, Integer> first = new HashMap<>();
    private final Map<String, Integer> last = new HashMap<>();

    /**
     * @param sent names of the gradients that go to servers whole
     */
    BackwardPieces(Program program, Operator backward, Set<String> sent) {
        this.program = program;
        this.backward = backward;
        this.sent = sent;
        leading = Pruning.leadingTo(backward.inputs("Loss"), List.of(), program).stream()
                .filter(operator -> operator.type().phase() == OpType.Phase.FORWARD)
                .toList();
        for (int i = 0; i < leading.size(); i++) {
            for (String name : names(leading.get(i))) {
                first.putIfAbsent(name, i);
                last.put(name, i);
            }
        }
    }

    /**
     * The operators in the place of BACKWARD: itself, if there is nothing to cut.
     *
     * @param ahead the attributes of SEND_AHEAD
     */
    List<Operator> operators(Map<String, Object> ahead) {
        List<Operator> pieces = new ArrayList<>();
        List<String> left = new ArrayList<>(backward.inputs("Param"));
        Map<String, List<String>> begin = Map.of("Loss", backward.inputs("Loss"));
        for (int at = leading.size() - 1; at > 0; at--) {
            int position = at;
            List<String> behind = left.stream()
                    .filter(name -> first.getOrDefault(name, 0) >= position)
                    .toList();
            Variable cut = cut(position);
            if (cut != null && behind.size() < left.size() && bytes(behind) >= SMALLEST) {
                pieces.add(piece(begin, behind, cut));
                pieces.add(new Operator(
                        OpType.SEND_AHEAD,
                        Map.of(
                                "X",
                                gradients(behind).stream()
                                        .filter(sent::contains)
                                        .toList()),
                        Map.of(),
                        ahead));
                begin = Map.of(
                        "Out",
                        List.of(cut.name()),
                        "OutGrad",
                        List.of(cut.gradient().name()));
                left.removeAll(behind);
            }
        }
        if (pieces.isEmpty()) {
            return List.of(backward);
        }
        pieces.add(piece(begin, left, null));
        return pieces;
    }

    /** The gradients of variables that {@code pieces} begin with. */
    static List<Variable> between(Program program, List<Operator> pieces) {
        return pieces.stream()
                .flatMap(operator -> operator.inputs("Out").stream())
                .map(name -> program.variable(name).gradient())
                .toList();
    }

    private Operator piece(Map<String, List<String>> begin, List<String> parameters, @Nullable Variable cut) {
        Map<String, List<String>> inputs = new LinkedHashMap<>(begin);
        inputs.put("Param", parameters);
        Map<String, List<String>> outputs = new LinkedHashMap<>();
        outputs.put("Grad", gradients(parameters));
        if (cut != null) {
            inputs.put("Cut", List.of(cut.name()));
            outputs.put("CutGrad", List.of(cut.gradient().name()));
        }
        return new Operator(backward.type(), inputs, outputs, backward.attributes());
    }

    /** What alone leads from the operators before {@code position} to those from there on; null if several do. */
    private @Nullable Variable cut(int position) {
        Set<String> parameters = Set.copyOf(backward.inputs("Param"));
        Set<String> learned = new HashSet<>(parameters);
        List<String> across = new ArrayList<>();
        for (Operator operator : leading.subList(0, position)) {
            if (values(operator.inputs()).noneMatch(learned::contains)) {
                continue;
            }
            values(operator.outputs())
                    .filter(name -> !program.variable(name).persistable())
                    .filter(learned::add)
                    .filter(name -> last.getOrDefault(name, 0) >= position)
                    .forEach(across::add);
        }
        boolean shared = parameters.stream()
                .anyMatch(name -> first.getOrDefault(name, 0) < position && last.getOrDefault(name, 0) >= position);
        if (shared || across.size() != 1) {
            return null;
        }
        Variable only = program.variable(across.getFirst());
        return only.type() == DataType.FLOAT32 ? only : null;
    }

    private long bytes(List<String> parameters) {
        return parameters.stream()
                .filter(name -> sent.contains(Variable.gradientName(name)))
                .mapToLong(name -> program.variable(name).shape().elements() * Float.BYTES)
                .sum();
    }

    private static List<String> gradients(List<String> parameters) {
        return parameters.stream().map(Variable::gradientName).toList();
    }

    private static List<String> names(Operator operator) {
        return Stream.concat(values(operator.inputs()), values(operator.outputs()))
                .toList();
    }

    private static Stream<String> values(Map<String, List<String>> slots) {
        return slots.values().stream().flatMap(List::stream);
    }
}
