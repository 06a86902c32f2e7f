package jfab.program;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The part of a program that some of its variables need. */
public final class Pruning {
    private Pruning() {}

    /**
     * The operators of block 0 that lead to {@code targets}, in their order.
     *
     * @param given variables that are fed: what leads to them is left out
     */
    public static List<Operator> leadingTo(Collection<String> targets, Collection<String> given, Program program) {
        Set<String> needed = new HashSet<>(targets);
        given.forEach(needed::remove);
        List<Operator> kept = new ArrayList<>();
        for (Operator operator : program.operators().reversed()) {
            boolean leads =
                    operator.outputs().values().stream().flatMap(List::stream).anyMatch(needed::contains);
            if (leads) {
                kept.add(operator);
                operator.inputs().values().forEach(needed::addAll);
                given.forEach(needed::remove);
            }
        }
        return kept.reversed();
    }

    /** The trainable parameters that {@code loss} depends on, in order of declaration. */
    public static List<Parameter> trainable(Variable loss, Program program) {
        Set<String> used = used(leadingTo(List.of(loss.name()), List.of(), program));
        return program.trainable().stream()
                .filter(parameter -> used.contains(parameter.name()))
                .toList();
    }

    /**
     * The program that computes {@code targets} from {@code feeds} and parameters, with what training changes fixed.
     *
     * <p>A variable that is neither fed nor computed is an error.
     */
    public static Program inference(List<String> feeds, List<String> targets, Program program) {
        Program test = program.cloneForTest();
        feeds.forEach(test::variable);
        targets.forEach(test::variable);
        List<Operator> operators = leadingTo(targets, feeds, test);
        Set<String> used = used(operators);
        used.addAll(feeds);
        used.addAll(targets);
        Set<String> known = new HashSet<>(feeds);
        operators.forEach(operator -> operator.outputs().values().forEach(known::addAll));
        Builder builder = Program.builder();
        List<String> missing = new ArrayList<>();
        for (Variable variable : test.variables()) {
            Parameter parameter = test.parameter(variable.name());
            if (!used.contains(variable.name())) {
                continue;
            }
            if (parameter != null) {
                builder.persistable(parameter);
            } else {
                builder.add(variable);
            }
            if (!variable.persistable() && !known.contains(variable.name())) {
                missing.add(variable.toString());
            }
        }
        if (!missing.isEmpty()) {
            throw new ProgramException(String.join(", ", targets) + " cannot be computed from " + feeds
                    + " alone; needed as well: " + missing);
        }
        return builder.operators(operators).build();
    }

    private static Set<String> used(List<Operator> operators) {
        Set<String> used = new HashSet<>();
        for (Operator operator : operators) {
            operator.inputs().values().forEach(used::addAll);
            operator.outputs().values().forEach(used::addAll);
        }
        return used;
    }
}
