package jfab.training.engine;

import java.util.Collection;
import java.util.Set;
import jfab.training.program.Variable;
import org.jspecify.annotations.Nullable;

/** The values of persistable variables, by name, from step to step. Closing it frees them. Not for several threads at once. */
public interface Scope extends AutoCloseable {
    /** The value of a variable, or null if it has none yet. */
    @Nullable
    Tensor find(String name);

    /** The value of a variable; it is an error if it has none. */
    default Tensor get(String name) {
        Tensor tensor = find(name);
        if (tensor == null) {
            throw new EngineException("variable '" + name + "' has no value; run the startup program first");
        }
        return tensor;
    }

    /** A tensor of zeros under {@code variable}'s name; an existing one of the same shape and type is kept as it is. */
    Tensor create(Variable variable);

    Set<String> names();

    /** The sparse table of that parameter, or null if this process has none; its values are not among {@link #names}. */
    @Nullable
    RowTable table(String name);

    /** All sparse tables, in the order in which they were made. */
    Collection<? extends RowTable> tables();

    /** Lets all sparse tables together, with their accumulators, take at most so many bytes; a row too many is an error. At first {@code JFAB_TABLE_MEMORY} decides. */
    void limitTables(long bytes);

    @Override
    void close();
}
