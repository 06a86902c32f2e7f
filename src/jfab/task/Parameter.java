package jfab.task;

import org.jspecify.annotations.Nullable;

/**
 * A value that a task takes from the command line.
 *
 * @param name as the fabfile spells it
 * @param required whether it has no default, and so is a positional argument
 * @param value the default; null where there is none, or where the default is null
 */
public record Parameter(
        String name, Type type, boolean required, @Nullable Object value) {
    /** What a parameter accepts. */
    public enum Type {
        TEXT("text"),
        INTEGER("a whole number"),
        DECIMAL("a number"),
        FLAG("no value");

        private final String accepts;

        Type(String accepts) {
            this.accepts = accepts;
        }

        /** A noun for messages: {@code a whole number}. */
        public String accepts() {
            return accepts;
        }
    }

    /** A parameter that the user must give. */
    public static Parameter required(String name, Type type) {
        return new Parameter(name, type, true, null);
    }

    /** A parameter whose default is {@code value}, which decides what it accepts. */
    public static Parameter optional(String name, @Nullable Object value) {
        return switch (value) {
            case null -> new Parameter(name, Type.TEXT, false, null);
            case Boolean flag -> new Parameter(name, Type.FLAG, false, flag);
            case Integer number -> new Parameter(name, Type.INTEGER, false, number);
            case Long number -> new Parameter(name, Type.INTEGER, false, number);
            case Number number -> new Parameter(name, Type.DECIMAL, false, number);
            case CharSequence text -> new Parameter(name, Type.TEXT, false, text.toString());
            default ->
                throw new TaskException("parameter '" + name + "' has a default of type "
                        + value.getClass().getSimpleName() + "; use text, a number, true, false or null");
        };
    }

    /** Its long flag: {@code --job-id}. */
    public String flag() {
        return "--" + Task.dashed(name);
    }

    /**
     * Reads what the user typed.
     *
     * @throws TaskException when {@code text} is not of this type
     */
    public Object parse(String text) {
        try {
            return switch (type) {
                case TEXT -> text;
                case INTEGER -> integer(text);
                case DECIMAL -> Double.parseDouble(text);
                case FLAG -> throw new TaskException(flag() + " takes no value");
            };
        } catch (NumberFormatException e) {
            throw new TaskException(flag() + " takes " + type.accepts() + ", not '" + text + "'");
        }
    }

    private static Object integer(String text) {
        long number = Long.parseLong(text);
        return number == (int) number ? (Object) (int) number : (Object) number;
    }
}
