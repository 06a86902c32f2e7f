package jfab.engine;

import java.util.Set;
import jfab.program.Variable;
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

    @Override
    void close();
}
