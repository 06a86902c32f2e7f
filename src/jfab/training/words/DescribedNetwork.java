package jfab.training.words;

import groovy.lang.Closure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import jfab.training.program.Program;
import jfab.training.program.ProgramException;
import jfab.training.program.Variable;
import jfab.training.words.network.ScriptProgram;
import org.jspecify.annotations.Nullable;

/**
 * What a function of a script describes and returns.
 *
 * @param main with what was added after the description
 * @param test the description, for use without training
 * @param outputs what the function returned
 */
record DescribedNetwork(Program main, Program test, List<Variable> outputs) {
    /**
     * Calls {@code function} of {@code word}.
     *
     * @param finish adds to the program, given the first of what the function returned
     */
    static DescribedNetwork of(ScriptProgram script, String word, Closure<?> function, Consumer<Variable> finish) {
        List<Variable> outputs = new ArrayList<>();
        List<Program> test = new ArrayList<>();
        Program main = script.builder().apart(() -> {
            outputs.addAll(variables(word, function.call()));
            test.add(script.main().cloneForTest());
            finish.accept(outputs.getFirst());
        });
        return new DescribedNetwork(main, test.getFirst(), List.copyOf(outputs));
    }

    /** The names of {@link #outputs}. */
    List<String> fetch() {
        return outputs.stream().map(Variable::name).toList();
    }

    private static List<Variable> variables(String word, @Nullable Object returned) {
        List<?> list = returned instanceof List<?> several ? several : Arrays.asList(returned);
        if (list.isEmpty() || !list.stream().allMatch(Variable.class::isInstance)) {
            throw new ProgramException(word + " must return a variable or a list of variables, not " + returned);
        }
        return list.stream().map(Variable.class::cast).toList();
    }
}
