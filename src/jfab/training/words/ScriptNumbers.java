package jfab.training.words;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jfab.training.data.Column;
import jfab.training.data.rows.Slot;
import jfab.training.engine.HostTensor;
import jfab.training.program.ProgramException;
import jfab.training.program.Shape;
import jfab.training.program.Variable;
import org.jspecify.annotations.Nullable;

/** Numbers in lists and arrays, as a script writes them, in place of tensors. */
final class ScriptNumbers {
    private ScriptNumbers() {}

    /**
     * Adds to {@code feed} what {@code variable} is fed: a list or an array with an element per sample, or one number for one sample;
     * the whole value where the variable has no samples.
     */
    static void feed(Map<String, HostTensor> feed, Variable variable, @Nullable Object value) {
        Shape shape = variable.shape();
        if (shape.rank() == 0 || shape.dimension(0) != Shape.BATCH) {
            Slot whole = new Slot(variable.name(), DataFeeder.slot(variable).whole(), shape.dimensions(), false);
            feed.put(variable.name(), DataFeeder.tensor(List.of(whole.column("feed", value)), shape, variable.type()));
            return;
        }
        Slot slot = DataFeeder.slot(variable);
        List<?> samples = value instanceof Number && !slot.sequence() ? List.of(value) : Slot.elements(value);
        if (samples == null || samples.isEmpty()) {
            throw new ProgramException("'" + variable.name() + "' is fed a list with an element per sample, not "
                    + (samples == null ? value : "an empty one"));
        }
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < samples.size(); i++) {
            columns.add(slot.column("sample " + i + " of feed", samples.get(i)));
        }
        DataFeeder.put(feed, variable, columns);
    }
}
