package jfab.training.words;

import java.util.List;
import java.util.Map;
import jfab.training.program.Builder;
import jfab.training.program.Program;
import jfab.training.program.ProgramException;
import jfab.training.program.Variable;
import jfab.training.words.network.ScriptProgram;
import org.codehaus.groovy.runtime.InvokerHelper;
import org.jspecify.annotations.Nullable;

/** The words of training scripts for other words that are told in terms of them; all add to one program. */
public final class FluidWords {
    private final ScriptProgram program = new ScriptProgram();
    private final List<Object> families;

    public FluidWords(TrainingProcess process) {
        families = TrainingScript.words(program, process, new Flags(List.of(), ""));
    }

    /** A layer's word, such as {@code fc}. */
    public Variable layer(String word, Map<String, ?> arguments) {
        return (Variable) call(word, arguments);
    }

    /** Any word that gives something. */
    public Object call(String word, Object... arguments) {
        for (Object family : families) {
            if (!InvokerHelper.getMetaClass(family).respondsTo(family, word).isEmpty()) {
                @Nullable Object value = InvokerHelper.invokeMethod(family, word, arguments);
                if (value != null) {
                    return value;
                }
            }
        }
        throw new ProgramException("there is no word '" + word + "' to tell this with");
    }

    /** Adds to the program what no word says. */
    public Builder builder() {
        return program.builder();
    }

    /** The program so far. */
    public Program main() {
        return program.main();
    }
}
