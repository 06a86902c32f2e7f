package jfab.training.program;

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
                // What needs some lookups of a sparse table does not need the ids of the others.
                Operator own = operator.type() == OpType.PREFETCH ? SparseTables.narrowed(operator, kept) : operator;
                kept.add(own);
                own.inputs().values().forEach(needed::addAll);
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

    /** The program that computes {@code targets} from {@code feeds} and the values of parameters, with what training changes fixed. */
    static Program inference(List<String> feeds, List<String> targets, Program program) {
        Program test = program.cloneForTest();
        feeds.forEach(test::variable);
        targets.forEach(test::variable);
        List<Operator> operators = leadingTo(targets, feeds, test).stream()
                .filter(operator -> operator.type() != OpType.PREFETCH)
                .map(operator -> operator.type() == OpType.LOOKUP_TABLE ? operator.with("is_sparse", false) : operator)
                .toList();
        Set<String> used = used(operators);
        used.addAll(feeds);
        used.addAll(targets);
        Builder builder = Program.builder();
        test.variables().stream()
                .filter(variable -> used.contains(variable.name()))
                .forEach(builder::add);
        return builder.operators(operators).build();
    }

    /** Refuses a program in which something is read before it is fed, computed or known from training. */
    static void checkComputed(Program program, List<String> feeds, List<String> targets) {
        Set<String> known = new HashSet<>(feeds);
        program.persistables().forEach(variable -> known.add(variable.name()));
        for (Operator operator : program.operators()) {
            operator.inputs()
                    .values()
                    .forEach(names -> names.forEach(
                            name -> check(name, known, operator.type().word(), feeds)));
            operator.outputs().values().forEach(known::addAll);
        }
        targets.forEach(name -> check(name, known, "the result", feeds));
    }

    private static void check(String name, Set<String> known, String reader, List<String> feeds) {
        if (!known.contains(name)) {
            throw new ProgramException(
                    reader + " needs '" + name + "', which is neither fed nor computed before; fed are " + feeds);
        }
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
