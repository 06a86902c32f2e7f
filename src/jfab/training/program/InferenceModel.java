package jfab.training.program;

import java.util.ArrayList;
import java.util.List;

/**
 * A network that has learned: a program without training, what it is fed and what it is asked for.
 *
 * @param feeds names of the variables that are fed, with the lengths of those that are sequences
 * @param fetches names of the results
 */
public record InferenceModel(Program program, List<String> feeds, List<String> fetches) {
    public InferenceModel {
        feeds = List.copyOf(feeds);
        fetches = List.copyOf(fetches);
        if (fetches.isEmpty()) {
            throw new ProgramException("a model needs a result");
        }
        fetches.forEach(program::variable);
        feeds.forEach(program::variable);
        Pruning.checkComputed(program, feeds, fetches);
    }

    /**
     * What of {@code program} the {@code targets} need.
     *
     * <p>Sparse tables become dense ones, since no rows are touched any more.
     *
     * @param feeds names of the variables that will be fed
     */
    public static InferenceModel of(Program program, List<String> feeds, List<Variable> targets) {
        List<String> given = new ArrayList<>(feeds);
        for (String name : feeds) {
            String lengths = program.variable(name).lengths();
            if (lengths != null && !given.contains(lengths)) {
                given.add(lengths);
            }
        }
        List<String> fetches = targets.stream().map(Variable::name).toList();
        return new InferenceModel(Pruning.inference(given, fetches, program), given, fetches);
    }
}
