package jfab.control.fabfile;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import jfab.control.task.Arity;
import jfab.control.task.TaskException;
import jfab.control.task.TaskParameter;
import jfab.control.task.ValueType;
import org.jspecify.annotations.Nullable;

/**
 * How a parameter is written on the command line.
 *
 * @param open whether it has no default
 * @param value the default
 */
record BodyShape(
        ParameterSlot slot,
        ValueType type,
        Arity takes,
        boolean open,
        @Nullable Object value) {
    private static final String REMAINDER = "remainder";
    private static final String UNKNOWN_FLAGS = "unknownFlags";

    /** What the options say, else what the closure declares, else what the default is. */
    static BodyShape of(ParameterSlot slot, ParameterOptions options) {
        String name = slot.name();
        boolean open = !options.hasDefault(slot);
        @Nullable Object value = options.defaults().get(name);
        TaskParameter guess = TaskParameter.optional(name, value);
        ValueType type = Optional.ofNullable(options.choices().get(name))
                .<ValueType>map(ValueType.Choice::of)
                .or(slot::type)
                .orElse(guess.type());
        Arity takes = takes(slot, options, guess.takes());
        return new BodyShape(slot, type, takes, open, fallback(name, type, takes, value));
    }

    private static Arity takes(ParameterSlot slot, ParameterOptions options, Arity guess) {
        String name = slot.name();
        if (name.equals(REMAINDER) && !options.hasDefault(slot)) {
            return Arity.REMAINDER;
        }
        if (name.equals(UNKNOWN_FLAGS) && !options.hasDefault(slot)) {
            return Arity.FLAGS;
        }
        if (options.iterable().contains(name) || slot.isList()) {
            return Arity.VALUES;
        }
        if (options.incrementable().contains(name)) {
            return Arity.COUNT;
        }
        if (options.optional().contains(name)) {
            return Arity.OPTIONAL;
        }
        return slot.isSwitch() ? Arity.NOTHING : guess;
    }

    private static @Nullable Object fallback(String name, ValueType type, Arity takes, @Nullable Object value) {
        return switch (takes) {
            case NOTHING -> value != null && (boolean) checked(name, "true or false", Boolean.class, value);
            case COUNT -> value == null ? 0 : checked(name, "a whole number", Integer.class, value);
            case VALUES, REMAINDER, FLAGS ->
                value == null
                        ? List.of()
                        : Stream.of(checked(name, "a list", Collection.class, value)
                                        .toArray())
                                .map(each -> fitting(name, type, each))
                                .toList();
            case OPTIONAL -> value instanceof Boolean || value == null ? value : fitting(name, type, value);
            case VALUE -> value == null ? null : fitting(name, type, value);
        };
    }

    private static <T> T checked(String name, String what, Class<T> wanted, Object value) {
        if (!wanted.isInstance(value)) {
            throw new TaskException("parameter '" + name + "' takes " + what + ", but its default is " + value);
        }
        return wanted.cast(value);
    }

    /** A default is written as the user would type it, or as what that stands for. */
    private static Object fitting(String name, ValueType type, Object value) {
        if (type instanceof ValueType.Choice choice && choice.values().containsValue(value)) {
            return value;
        }
        if (value instanceof Number && type == ValueType.Plain.DECIMAL) {
            return value;
        }
        try {
            return type.parse(String.valueOf(value));
        } catch (IllegalArgumentException e) {
            throw new TaskException(
                    "parameter '" + name + "' takes " + type.accepts() + ", but its default is " + value);
        }
    }

    /** Whether the user must give it. */
    boolean required() {
        return open && takes == Arity.VALUE;
    }

    /** Whether words behind the task can fill it; {@code last} where no other parameter takes words after it. */
    boolean fitsWords(boolean last) {
        return takes == Arity.VALUE || (takes == Arity.VALUES && last);
    }
}
