package jfab.training.program;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Sparse tables in a program: parameters {@code [n, d]} of which a step reads and changes only the rows that its ids name.
 *
 * <p>Before the first lookup of a table stands one PREFETCH with the ids of all its lookups. Optimizers run on these rows
 * alone: Adam and whatever else keeps accumulators is "lazy", as Fluid's {@code lazy_mode} is, the same in one process and in a
 * job: rows that a step does not touch keep their value and their accumulators, also where an untouched row of a dense
 * parameter would move on by its momentum or shrink by regularization.
 */
public final class SparseTables {
    private SparseTables() {}

    /**
     * Makes {@code table} a sparse one, and lets the lookup of {@code ids}, which is to be appended next, find its rows.
     *
     * @param ids a fed variable: rows are fetched before anything is computed
     */
    public static void prefetch(Builder program, Variable table, Variable ids) {
        Program before = program.build();
        Parameter parameter = before.parameter(table.name());
        if (parameter != null && !parameter.sparse()) {
            if (before.operators().stream().anyMatch(operator -> reads(operator, table.name()))) {
                throw new ProgramException("'" + table.name() + "' is used as a dense parameter already; an embedding"
                        + " that shares it cannot be sparse unless all are");
            }
            program.initialize(table.name(), new Initializer.PerRow(parameter.initializer(), table.name()));
        }
        if (ids.type() != DataType.INT64 || computed(before, ids)) {
            throw new ProgramException("the ids of sparse table '" + table.name() + "' must be fed as int64, and " + ids
                    + (computed(before, ids) ? " is computed" : " is not"));
        }
        List<Operator> operators = new ArrayList<>(before.operators());
        for (int i = 0; i < operators.size(); i++) {
            Operator operator = operators.get(i);
            if (operator.type() == OpType.PREFETCH && operator.input("W").equals(table.name())) {
                List<String> all = new ArrayList<>(operator.inputs("Ids"));
                if (!all.contains(ids.name())) {
                    all.add(ids.name());
                }
                operators.set(i, fetching(table.name(), all));
                program.operators(operators);
                return;
            }
        }
        program.operator(fetching(table.name(), List.of(ids.name())));
    }

    /** Lays the accumulators of sparse tables beside their rows, when the optimize operators of {@code builder} are complete. */
    public static void spread(Builder builder) {
        Program program = builder.build();
        program.operators(OpType.Phase.FORWARD).forEach(operator -> check(program, operator));
        for (Operator operator : program.operators(OpType.Phase.OPTIMIZE)) {
            for (String name : operator.inputs("Param")) {
                Parameter table = program.parameter(name);
                if (table != null && table.sparse()) {
                    operator.outputs()
                            .values()
                            .forEach(names -> names.forEach(output -> spread(builder, table, output)));
                }
            }
        }
    }

    /** What is not shaped like the table, a count of steps for instance, stays one for all rows. */
    private static void spread(Builder builder, Parameter table, String name) {
        Parameter accumulator = builder.build().parameter(name);
        if (accumulator != null
                && !accumulator.sparse()
                && accumulator.variable().shape().equals(table.variable().shape())) {
            builder.initialize(name, new Initializer.PerRow(accumulator.initializer(), table.name()));
        }
    }

    private static void check(Program program, Operator operator) {
        for (Parameter parameter : program.parameters()) {
            boolean fits = operator.type() == OpType.PREFETCH
                    || (operator.type() == OpType.LOOKUP_TABLE && fetched(program, operator, parameter.name()));
            if (parameter.sparse() && reads(operator, parameter.name()) && !fits) {
                throw new ProgramException("'" + parameter.name() + "' is a sparse table, of which "
                        + operator.type().word() + " would need all rows; only embeddings with is_sparse can share it");
            }
        }
    }

    private static boolean fetched(Program program, Operator lookup, String table) {
        return program.operators().stream()
                .anyMatch(operator -> operator.type() == OpType.PREFETCH
                        && operator.input("W").equals(table)
                        && operator.inputs("Ids").contains(lookup.input("Ids")));
    }

    private static boolean reads(Operator operator, String name) {
        return operator.inputs().values().stream().anyMatch(names -> names.contains(name));
    }

    /** The PREFETCH {@code operator} for those ids alone that {@code lookups} use. */
    static Operator narrowed(Operator operator, Collection<Operator> lookups) {
        List<String> ids = operator.inputs("Ids").stream()
                .filter(name -> lookups.stream()
                        .anyMatch(lookup -> lookup.type() == OpType.LOOKUP_TABLE
                                && lookup.input("W").equals(operator.input("W"))
                                && lookup.input("Ids").equals(name)))
                .toList();
        return fetching(operator.input("W"), ids);
    }

    private static Operator fetching(String table, List<String> ids) {
        return new Operator(
                OpType.PREFETCH, Map.of("W", List.of(table), "Ids", ids), Map.of("Out", List.of(table)), Map.of());
    }

    private static boolean computed(Program program, Variable variable) {
        return program.operators().stream()
                .anyMatch(operator ->
                        operator.outputs().values().stream().anyMatch(names -> names.contains(variable.name())));
    }
}
