package jfab.control.task;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import jfab.script.Words;
import org.jspecify.annotations.Nullable;

/**
 * A value that a task takes from the command line.
 *
 * @param name as the fabfile spells it
 * @param type what each value is
 * @param takes how many values its flag takes
 * @param place 1 for the parameter that the first word behind the task fills, and so on; 0 for one that only its flag sets
 * @param required whether the user must give it
 * @param value the default; null where there is none, or where the default is null
 * @param letter of its short flag; null for none
 * @param help what it is for; empty for nothing
 */
public record TaskParameter(
        String name,
        ValueType type,
        Arity takes,
        int place,
        boolean required,
        @Nullable Object value,
        @Nullable Character letter,
        String help) {

    /** A parameter that the user must give, by its flag or as the word at {@code place}. */
    public static TaskParameter required(String name, ValueType type, int place) {
        return new TaskParameter(name, type, Arity.VALUE, place, true, null, letterOf(name), "");
    }

    /** A parameter whose default is {@code value}, which decides what it accepts. */
    public static TaskParameter optional(String name, @Nullable Object value) {
        Arity takes =
                value instanceof Boolean ? Arity.NOTHING : value instanceof Collection<?> ? Arity.VALUES : Arity.VALUE;
        return new TaskParameter(name, typeOf(name, value), takes, 0, false, value, letterOf(name), "");
    }

    /** The same, explained. */
    public TaskParameter explained(String text) {
        return new TaskParameter(name, type, takes, place, required, value, letter, text);
    }

    /** The words behind the task fill these, in this order. */
    public static List<TaskParameter> positional(List<TaskParameter> parameters) {
        return parameters.stream()
                .filter(parameter -> parameter.place() > 0)
                .sorted((one, other) -> Integer.compare(one.place(), other.place()))
                .toList();
    }

    /** Its name as a flag has it: {@code job-id}. */
    public String word() {
        return Task.dashed(name).replaceAll("^[_-]+|[_-]+$", "");
    }

    /** Its longest flag: {@code --job-id}, or {@code -n} where the name is one letter. */
    public String flag() {
        return (word().length() == 1 ? "-" : "--") + word();
    }

    /** Its name as the help shows the word that fills it: {@code JOB-ID}. */
    public String title() {
        return word().toUpperCase(Locale.ROOT);
    }

    /**
     * Reads what the user typed.
     *
     * @throws TaskException when {@code text} is not of its type
     */
    public Object parse(String text) {
        try {
            return type.parse(text);
        } catch (IllegalArgumentException e) {
            throw new TaskException(flag() + " takes " + type.accepts() + ", not '" + text + "'"
                    + Words.suggestion(text, type.choices()));
        }
    }

    private static @Nullable Character letterOf(String name) {
        return name.length() == 1 ? Character.valueOf(name.charAt(0)) : null;
    }

    private static ValueType typeOf(String name, @Nullable Object value) {
        if (value == null || value instanceof Boolean || value instanceof CharSequence) {
            return ValueType.Plain.TEXT;
        }
        if (value instanceof Number) {
            return value instanceof Float || value instanceof Double || value instanceof BigDecimal
                    ? ValueType.Plain.DECIMAL
                    : ValueType.Plain.INTEGER;
        }
        if (value instanceof Path) {
            return ValueType.Plain.PATH;
        }
        if (value instanceof Enum<?> constant) {
            return ValueType.Choice.of(
                    Arrays.asList(constant.getDeclaringClass().getEnumConstants()));
        }
        if (value instanceof Collection<?> values) {
            return typeOf(name, values.isEmpty() ? null : values.iterator().next());
        }
        throw new TaskException("parameter '" + name + "' has a default of type "
                + value.getClass().getSimpleName()
                + "; use text, a number, true, false, null, a path, an enum or a list");
    }
}
