package jfab.training.words;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import jfab.training.engine.Executor;
import jfab.training.engine.HostTensor;
import jfab.training.engine.Scope;
import jfab.training.engine.Tensor;
import jfab.training.program.Program;
import jfab.training.program.ProgramException;
import jfab.training.program.Variable;
import jfab.training.words.network.Arguments;
import org.jspecify.annotations.Nullable;

/** An executor as scripts have it: {@code exe.run(program, feed: batch, fetch_list: [cost])}. */
public final class ScriptExecutor {
    private final Executor executor;
    private final TrainingProcess process;
    private final Scope scope;
    private final Consumer<Program> check;

    ScriptExecutor(Executor executor, TrainingProcess process) {
        this(executor, process, program -> {});
    }

    /** @param check throws where the user means another program than the one that is to be run */
    ScriptExecutor(Executor executor, TrainingProcess process, Consumer<Program> check) {
        this.executor = executor;
        this.process = process;
        this.check = check;
        this.scope = process.scope(executor);
    }

    /** Runs {@code program} without data. */
    public void run(Program program) {
        run(program, Map.of(), List.of());
    }

    /**
     * Runs one step.
     *
     * @param arguments {@code feed}, from a DataFeeder, or a map from names to lists and arrays with an element per sample, and {@code fetch_list}, variables, or names of them, whose values are given back in this order
     */
    public List<HostTensor> run(Map<String, ?> arguments, Program program) {
        Arguments named = Arguments.of("run", arguments, "feed", "fetch_list");
        List<String> fetch = arguments.containsKey("fetch_list")
                ? named.list("fetch_list", Object.class).stream()
                        .map(fetched -> name(program, fetched))
                        .toList()
                : List.of();
        return run(program, feed(program, arguments.get("feed")), fetch);
    }

    private static String name(Program program, Object fetched) {
        return switch (fetched) {
            case Variable variable -> variable.name();
            case CharSequence text -> program.variable(text.toString()).name();
            default -> throw new ProgramException("run needs fetch_list, a list of variables or names, not " + fetched);
        };
    }

    List<HostTensor> run(Program program, Map<String, ? extends Tensor> feed, List<String> fetch) {
        check.accept(program);
        process.beginStep(program, scope);
        List<HostTensor> past = process.replay(program, scope, fetch);
        if (past != null) {
            return past;
        }
        process.feeds(program, feed);
        List<HostTensor> values = executor.run(program, feed, fetch, scope);
        process.endStep(program, feed, fetch, values);
        process.ran(program, scope, values);
        return values;
    }

    Executor engine() {
        return executor;
    }

    Scope scope() {
        return scope;
    }

    private static Map<String, Tensor> feed(Program program, @Nullable Object feed) {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        if (feed instanceof Map<?, ?> map) {
            Map<String, HostTensor> numbers = new LinkedHashMap<>();
            map.forEach((name, value) -> {
                if (value instanceof Tensor tensor) {
                    tensors.put(String.valueOf(name), tensor);
                } else {
                    ScriptNumbers.feed(numbers, program.variable(String.valueOf(name)), value);
                }
            });
            tensors.putAll(numbers);
        } else if (feed != null) {
            throw new ProgramException(
                    "feed takes what DataFeeder.feed gives, or a map from names to numbers in lists, not " + feed);
        }
        return tensors;
    }
}
