package jfab.training.words.network;

import groovy.lang.Closure;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import jfab.script.Words;
import jfab.training.data.Reader;
import jfab.training.program.Initialization;
import jfab.training.program.ParamAttr;
import jfab.training.program.ProgramException;
import jfab.training.program.Shape;
import jfab.training.program.Variable;
import jfab.training.program.optimize.LearningRate;
import org.jspecify.annotations.Nullable;

/** The named arguments of one word, {@code fc(input: x, size: 10)}. */
public final class Arguments {
    private final String word;
    private final Map<String, ?> given;

    private Arguments(String word, Map<String, ?> given) {
        this.word = word;
        this.given = given;
    }

    /**
     * Refuses names that {@code word} does not know.
     *
     * @param named null where the word stands without any, {@code Adam()}
     */
    public static Arguments of(String word, @Nullable Map<String, ?> named, String... known) {
        Map<String, ?> given = named == null ? Map.of() : named;
        for (String name : given.keySet()) {
            if (!List.of(known).contains(name)) {
                throw new ProgramException(word + " has no argument '" + name + "'; it takes "
                        + String.join(", ", known) + Words.suggestion(name, List.of(known)));
            }
        }
        return new Arguments(word, given);
    }

    Variable variable(String name) {
        return required(name, Variable.class, "a variable");
    }

    public long integer(String name) {
        return required(name, Integer.class, "a whole number").longValue();
    }

    public long integer(String name, long preset) {
        return given.containsKey(name) ? integer(name) : preset;
    }

    public double real(String name) {
        return required(name, Number.class, "a number").doubleValue();
    }

    public double real(String name, double preset) {
        return given.containsKey(name) ? real(name) : preset;
    }

    /** {@code true} or {@code false}. */
    public boolean flag(String name, boolean preset) {
        return given.containsKey(name) ? required(name, Boolean.class, "true or false") : preset;
    }

    /** The argument {@code learning_rate}: a number, or the variable that a schedule gave. */
    LearningRate learningRate() {
        return given.get("learning_rate") instanceof Variable scheduled
                ? new LearningRate.Scheduled(scheduled)
                : new LearningRate.Constant(required("learning_rate", Number.class, "a number or what a schedule gives")
                        .doubleValue());
    }

    public String text(String name) {
        return required(name, CharSequence.class, "a text").toString();
    }

    public String text(String name, String preset) {
        return given.get(name) == null ? preset : text(name);
    }

    @Nullable
    public String optionalText(String name) {
        return given.get(name) == null ? null : text(name);
    }

    /** An argument of any other type. */
    public <T> T object(String name, Class<T> type) {
        return required(name, type, "a " + type.getSimpleName());
    }

    /** An argument that may be left out. */
    public <T> @Nullable T optional(String name, Class<T> type) {
        Object value = given.get(name);
        return value == null ? null : checked(name, value, type, "a " + type.getSimpleName());
    }

    /** What a layer is told about a parameter: a ParamAttr, first values, or a name. */
    ParamAttr parameter(String name) {
        return parameter(name, given.get(name));
    }

    /** As {@link #parameter}, one for all or a list with one for each. */
    List<ParamAttr> parameters(String name) {
        return given.get(name) instanceof List<?> each
                ? each.stream().map(one -> parameter(name, one)).toList()
                : List.of(parameter(name));
    }

    private ParamAttr parameter(String name, @Nullable Object value) {
        return switch (value) {
            case null -> ParamAttr.DEFAULT;
            case ParamAttr attr -> attr;
            case Initialization initialization -> ParamAttr.of(initialization);
            case CharSequence text -> ParamAttr.named(text.toString());
            case Object other ->
                throw new ProgramException(
                        word + " needs " + name + ", a ParamAttr, first values or a name, not " + shown(other));
        };
    }

    /** As {@link #parameter}, and null for {@code false}: no bias. */
    @Nullable
    ParamAttr bias(String name) {
        return Boolean.FALSE.equals(given.get(name)) ? null : parameter(name);
    }

    /** A variable, or a list of variables. */
    public List<Variable> variables(String name) {
        return given.get(name) instanceof List<?> ? list(name, Variable.class) : List.of(variable(name));
    }

    /** A map from names to whatever is written there. */
    public Map<?, ?> map(String name) {
        return required(name, Map.class, "a map");
    }

    /** A list of whole numbers. */
    Shape shape(String name) {
        return new Shape(
                list(name, Integer.class).stream().map(Integer::longValue).toList());
    }

    /** A list whose elements are all of {@code type}. */
    public <T> List<T> list(String name, Class<T> type) {
        List<?> list = required(name, List.class, "a list");
        return list.stream()
                .map(element -> checked(name, element, type, "a list of " + type.getSimpleName()))
                .toList();
    }

    /** A function of the script: a closure, or a method as {@code this.&name}. */
    public Closure<?> closure(String name) {
        return required(name, Closure.class, "a closure or this.&function");
    }

    /** A reader of batches. */
    public Iterable<List<?>> batches(String name) {
        Reader<Object> batches = RowSource.of(word, required(name, Object.class, "a reader of batches"));
        return Reader.map(
                List.of(batches),
                batch -> checked(
                        name, batch.getFirst(), List.class, "a reader of batches; batch(reader, size) makes one"));
    }

    /** Names in a list, or as the keys of a map from name to column; null where the argument was left out. */
    @Nullable
    public List<String> names(String name) {
        return switch (given.get(name)) {
            case null -> null;
            case Map<?, ?> columns ->
                columns.entrySet().stream()
                        .sorted(Comparator.comparingInt(
                                column -> checked(name, column.getValue(), Integer.class, "column numbers")))
                        .map(column -> String.valueOf(column.getKey()))
                        .toList();
            default ->
                list(name, CharSequence.class).stream()
                        .map(CharSequence::toString)
                        .toList();
        };
    }

    private <T> T required(String name, Class<T> type, String description) {
        return checked(name, given.get(name), type, description);
    }

    private <T> T checked(String name, @Nullable Object value, Class<T> type, String description) {
        if (!type.isInstance(value)) {
            throw new ProgramException(
                    word + " needs " + name + ", " + description + (value == null ? "" : ", not " + shown(value)));
        }
        return type.cast(value);
    }

    /** What a script has written, without the names that Java gives to functions. */
    private static String shown(@Nullable Object value) {
        return switch (value) {
            case List<?> list -> list.stream().map(Arguments::shown).toList().toString();
            case Initialization _ -> "first values";
            case Closure<?> _ -> "a closure";
            case null, default -> String.valueOf(value);
        };
    }
}
