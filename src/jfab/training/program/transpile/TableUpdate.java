package jfab.training.program.transpile;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jfab.training.program.Builder;
import jfab.training.program.DataType;
import jfab.training.program.OpType;
import jfab.training.program.Operator;
import jfab.training.program.Parameter;
import jfab.training.program.Program;
import jfab.training.program.Shape;
import jfab.training.program.Variable;

/**
 * What a parameter server does with the rows of a sparse table: MERGE_ROWS of the gradients that trainers have pushed for its
 * rows, and all that follows, on these rows alone.
 *
 * <p>Variables keep their names and shapes: a server's share of a table is the same table with fewer rows.
 */
final class TableUpdate {
    private final Program program;
    private final TrainingMode mode;
    private final Builder builder;
    private final Set<String> declared = new HashSet<>();

    /** Takes operators from {@code program}, and declares in {@code builder} what they work on. */
    TableUpdate(Program program, TrainingMode mode, Builder builder) {
        this.program = program;
        this.mode = mode;
        this.builder = builder;
    }

    /** The means of what trainers have pushed for all sparse tables. */
    List<Operator> merges(int trainers) {
        List<SparseTable> tables = SparseTable.of(program);
        if (!tables.isEmpty()) {
            builder.temporary(ServerVariables.SHARES, Shape.of(trainers), DataType.FLOAT32);
        }
        return tables.stream().map(this::merge).toList();
    }

    /** Clips, regularizes and optimizes the rows of all sparse tables; comes after {@link #merges}. */
    List<Operator> operators() {
        List<Operator> operators = new ArrayList<>();
        for (SparseTable table : SparseTable.of(program)) {
            String gradient = Variable.gradientName(table.name());
            program.operators().stream()
                    .filter(operator -> SliceUpdates.perParameter(operator, mode)
                            && operator.inputs("Grad").contains(gradient))
                    .forEach(operators::add);
        }
        operators.forEach(operator -> operator.outputs().values().forEach(names -> names.forEach(this::declare)));
        return operators;
    }

    private Operator merge(SparseTable table) {
        // Accumulators are laid beside its rows, so it comes before them.
        declare(table.name());
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
        String gradient = Variable.gradientName(table.name());
        declare(gradient);
        return new Operator(
                OpType.MERGE_ROWS,
                Map.of(
                        "W", List.of(table.name()),
                        "Ids", List.of(ids.name()),
                        "X", List.of(pushed.name()),
                        "Lengths", List.of(counts),
                        "Weight", List.of(ServerVariables.SHARES)),
                Map.of("Out", List.of(gradient)),
                Map.of());
    }

    private void declare(String name) {
        if (!declared.add(name)) {
            return;
        }
        Parameter parameter = program.parameter(name);
        if (parameter != null) {
            builder.persistable(parameter);
        } else {
            builder.add(program.variable(name));
        }
    }
}
