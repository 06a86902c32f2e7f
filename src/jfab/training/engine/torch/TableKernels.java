package jfab.training.engine.torch;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jfab.training.engine.EngineException;
import jfab.training.engine.TableRows;
import jfab.training.program.DataType;
import jfab.training.program.Operator;
import jfab.training.program.Shape;
import jfab.training.program.Variable;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** Sparse tables: where they begin, and how the rows of a step come from them. */
final class TableKernels {
    private TableKernels() {}

    static void fillRows(Operator operator, Step step) {
        step.scope().sparse().create(operator, step.program().variable(operator.output("Out")));
    }

    /** Out = the rows of W that Ids name. */
    static void prefetch(Operator operator, Step step) {
        Variable table = step.program().variable(operator.input("W"));
        long[] ids = ids(operator, step, table.shape().dimension(0));
        TorchRowTable local = step.touched().local(table.name());
        TouchedRows rows = local == null
                ? new TouchedRows(ids, table.name(), fetched(step, table, ids))
                : new TouchedRows(ids, local);
        step.touched().put(table.name(), rows);
        step.put(table.name(), TorchExecutor.leaf(rows.read(table.name())));
    }

    /** Out[n, d] = W[Ids[n, 1]]; zeros for padding_idx. */
    static void lookup(Operator operator, Step step) {
        Tensor ids = step.in(operator, "Ids").reshape(-1);
        Tensor table = step.in(operator, "W");
        TouchedRows touched = step.touched().find(operator.input("W"));
        Tensor rows = touched == null
                ? ForwardKernels.checked(
                        () -> torch.embedding(table, ids),
                        operator.input("Ids"),
                        table.size(0),
                        operator.input("W"),
                        step)
                : table.index_select(0, touched.positions(ids, step.memory()));
        long padding = operator.integer("padding_idx");
        Tensor kept = padding < 0
                ? rows
                : rows.mul(ids.ne(new Scalar(padding)).unsqueeze(1).to(rows.scalar_type()));
        step.out(operator, "Out", kept);
    }

    /** Out = per row of W that Ids name, the weighted sum of X; these are the rows that the step works on. */
    static void mergeRows(Operator operator, Step step) {
        String name = operator.input("W");
        TorchRowTable table = step.touched().local(name);
        if (table == null) {
            throw new EngineException("sparse table '" + name + "' does not exist; run the startup program first");
        }
        Tensor ids = step.in(operator, "Ids");
        TouchedRows touched = step.touched()
                .put(name, new TouchedRows(TouchedRows.ascending(step.longs(operator.input("Ids"))), table));
        Tensor pushed = step.in(operator, "X");
        Tensor weights =
                SequenceKernels.repeated(step.in(operator, "Weight"), step.in(operator, "Lengths"), pushed.size(0));
        Tensor weighted = pushed.mul(weights.view(-1, 1));
        step.out(
                operator,
                "Out",
                torch.zeros(new long[] {touched.ids().length, table.width()}, pushed.options())
                        .index_add_(0, touched.positions(ids, step.memory()), weighted));
    }

    static void sendRows(Operator operator, Step step) {
        step.settleLosses();
        List<String> tables = operator.inputs("W");
        Map<String, TableRows> gradients = new LinkedHashMap<>();
        for (int i = 0; i < tables.size(); i++) {
            TouchedRows touched = step.touched().find(tables.get(i));
            if (touched == null) {
                throw new EngineException("sparse table '" + tables.get(i) + "' has no rows in this step");
            }
            Tensor values = step.value(operator.inputs("X").get(i)).contiguous();
            gradients.put(
                    tables.get(i), new TableRows(touched.ids(), step.memory().onHost(values)));
        }
        step.exchange().sendRows(operator, gradients);
    }

    private static Tensor fetched(Step step, Variable table, long[] ids) {
        return step.memory()
                .filled(
                        Shape.of(ids.length, table.shape().dimension(1)),
                        DataType.FLOAT32,
                        rows -> step.exchange().prefetch(table.name(), new TableRows(ids, rows)));
    }

    /** All ids that the lookups of this step name, ascending, each once. */
    private static long[] ids(Operator operator, Step step, long height) {
        long[][] all = operator.inputs("Ids").stream()
                .map(name -> checked(step.longs(name), name, operator.input("W"), height))
                .toArray(long[][]::new);
        return TouchedRows.ascending(
                all.length == 1
                        ? all[0]
                        : Arrays.stream(all).flatMapToLong(Arrays::stream).toArray());
    }

    private static long[] checked(long[] ids, String name, String table, long height) {
        for (int i = 0; i < ids.length; i++) {
            if (ids[i] < 0 || ids[i] >= height) {
                throw EngineException.ofData("sparse table '" + table + "' has rows 0 to " + (height - 1) + ", and '"
                        + name + "' asks for row " + ids[i] + " at place " + i + " of its batch, from 0");
            }
        }
        return ids;
    }
}
