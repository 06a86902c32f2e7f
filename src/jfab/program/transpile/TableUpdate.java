package jfab.program.transpile;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jfab.program.Builder;
import jfab.program.DataType;
import jfab.program.OpType;
import jfab.program.Operator;
import jfab.program.Parameter;
import jfab.program.Program;
import jfab.program.Shape;
import jfab.program.Variable;

/**
 * What a parameter server does with the rows of a sparse table: MERGE_ROWS of the gradients that trainers have pushed for its
 * rows, and the optimize operator of the table, on these rows alone.
 *
 * <p>Variables keep their names and shapes: a server's share of a table is the same table with fewer rows.
 */
final class TableUpdate {
    private final Program program;
    private final Builder builder;

    /** Takes operators from {@code program}, and declares in {@code builder} what they work on. */
    TableUpdate(Program program, Builder builder) {
        this.program = program;
        this.builder = builder;
    }

    /** For all sparse tables. */
    List<Operator> operators(int trainers) {
        List<SparseTable> tables = SparseTable.of(program);
        if (!tables.isEmpty()) {
            builder.temporary(ServerVariables.SHARES, Shape.of(trainers), DataType.FLOAT32);
        }
        return tables.stream().flatMap(table -> operators(table).stream()).toList();
    }

    private List<Operator> operators(SparseTable table) {
        // Accumulators are laid beside its rows, so it comes before them.
        declare(table.name());
        List<Operator> operators = new ArrayList<>();
        operators.add(merge(table));
        for (Operator operator : program.operators(OpType.Phase.OPTIMIZE)) {
            if (operator.inputs("Param").contains(table.name())) {
                operator.outputs()
                        .values()
                        .forEach(names -> names.stream()
                                .filter(name -> !name.equals(table.name()))
                                .forEach(this::declare));
                operators.add(operator);
            }
        }
        return operators;
    }

    private Operator merge(SparseTable table) {
        String counts = builder.temporary(
                        ServerVariables.rowCounts(table.name()), Shape.of(Shape.BATCH), DataType.INT64)
                .name();
        Variable ids = builder.add(new Variable(
                ServerVariables.rowIds(table.name()), Shape.of(Shape.BATCH), DataType.INT64, false, counts));
        Variable pushed = builder.add(new Variable(
                ServerVariables.rowGradients(table.name()),
                Shape.of(Shape.BATCH, table.width()),
                DataType.FLOAT32,
                false,
                counts));
        Variable gradient = builder.add(program.variable(Variable.gradientName(table.name())));
        return new Operator(
                OpType.MERGE_ROWS,
                Map.of(
                        "W", List.of(table.name()),
                        "Ids", List.of(ids.name()),
                        "X", List.of(pushed.name()),
                        "Lengths", List.of(counts),
                        "Weight", List.of(ServerVariables.SHARES)),
                Map.of("Out", List.of(gradient.name())),
                Map.of());
    }

    private void declare(String name) {
        Parameter parameter = program.parameter(name);
        if (parameter != null) {
            builder.persistable(parameter);
        } else {
            builder.add(program.variable(name));
        }
    }
}
