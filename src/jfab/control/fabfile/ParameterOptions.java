package jfab.control.fabfile;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jfab.control.task.TaskException;
import jfab.script.Words;
import org.jspecify.annotations.Nullable;

/**
 * What the named arguments of the word {@code task} say about the parameters of its body.
 *
 * @param defaults by parameter name; a default may be null
 * @param positional the parameters that words fill, in this order; empty where that is left to their defaults
 * @param iterable those whose flag adds a value each time that it is named
 * @param incrementable those that count how often their flag is named
 * @param optional those whose flag may stand without a value
 * @param choices the values that a parameter takes, by its name
 * @param help what a parameter is for, by its name
 * @param shortFlags whether parameters get a short flag besides their long one
 */
record ParameterOptions(
        Map<String, @Nullable Object> defaults,
        Optional<List<String>> positional,
        List<String> iterable,
        List<String> incrementable,
        List<String> optional,
        Map<String, List<?>> choices,
        Map<String, String> help,
        boolean shortFlags) {
    /** What the word {@code task} is told by these of Fabric's names. */
    private static final Map<String, String> FABRICS = Map.of(
            "pre", "tasks that come first are before: ['y']",
            "post", "tasks that follow are after: ['y']",
            "autoprint", "jfab --print-results shows what tasks return");

    /**
     * Reads {@code options}; a word that is also the name of a parameter is the default of that parameter.
     *
     * @param names of the body's parameters
     * @throws TaskException naming what is no parameter
     */
    static ParameterOptions of(Map<String, @Nullable Object> options, List<String> names) {
        Options left = new Options(new LinkedHashMap<>(options), names);
        ParameterOptions read = new ParameterOptions(
                left.options(),
                left.take("positional").map(value -> left.names("positional", value)),
                left.names("iterable"),
                left.names("incrementable"),
                left.names("optional"),
                left.choices(),
                left.help(),
                left.flag("shortFlags", true));
        read.defaults().keySet().forEach(name -> left.check("a default", name));
        return read;
    }

    boolean hasDefault(ParameterSlot slot) {
        return defaults.containsKey(slot.name());
    }

    /** The named arguments that are not read yet. */
    private record Options(Map<String, @Nullable Object> options, List<String> names) {
        Optional<Object> take(String word) {
            return names.contains(word) ? Optional.empty() : Optional.ofNullable(options.remove(word));
        }

        boolean flag(String word, boolean unsaid) {
            Object value = take(word).orElse(unsaid);
            if (value instanceof Boolean flag) {
                return flag;
            }
            throw new TaskException(word + ": takes true or false, not '" + value + "'");
        }

        List<String> names(String word) {
            return take(word).map(value -> names(word, value)).orElse(List.of());
        }

        List<String> names(String word, Object value) {
            Collection<?> named = value instanceof Collection<?> several ? several : List.of(value);
            List<String> read = named.stream().map(String::valueOf).toList();
            read.forEach(name -> check(word, name));
            return read;
        }

        Map<String, List<?>> choices() {
            Map<String, List<?>> read = new LinkedHashMap<>();
            map("choices")
                    .forEach((name, values) -> read.put(
                            name, values instanceof Collection<?> several ? List.copyOf(several) : List.of(values)));
            return read;
        }

        Map<String, String> help() {
            Map<String, String> read = new LinkedHashMap<>();
            map("help").forEach((name, text) -> read.put(name, String.valueOf(text)));
            return read;
        }

        private Map<String, Object> map(String word) {
            Map<String, Object> read = new LinkedHashMap<>();
            if (!(take(word).orElse(Map.of()) instanceof Map<?, ?> byName)) {
                throw new TaskException("write " + word + " with the names of parameters: " + word + ": [path: ...]");
            }
            byName.forEach((name, value) -> read.put(String.valueOf(name), value));
            read.keySet().forEach(name -> check(word, name));
            return read;
        }

        /** A parameter that was meant, or else something that the word {@code task} knows. */
        private String meant(String name) {
            if (name.equals("description")) {
                return "; a description stands behind the task's name: task('name', 'what it does') { c -> }";
            }
            String fabrics = FABRICS.get(name);
            if (fabrics != null) {
                return "; " + fabrics;
            }
            String parameter = Words.suggestion(name, names);
            return parameter.isEmpty()
                    ? Words.misspelt(name, TaskOptions.WORDS)
                            .map(option -> "; did you mean '" + option + "'?")
                            .orElse("")
                    : parameter;
        }

        void check(String what, String name) {
            if (!names.contains(name)) {
                throw new TaskException("the task has " + what + " for '" + name
                        + "', but its body has no such parameter" + meant(name));
            }
        }
    }
}
