package jfab.control.task;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a value on the command line may be, and how it is read from text. */
public sealed interface ValueType {
    /** A noun for messages: {@code a whole number}. */
    String accepts();

    /** What stands for a value in the help: {@code N}. */
    String placeholder();

    /** A word for programs that read the list of tasks: {@code integer}. */
    String word();

    /** What may be typed; empty where that cannot be listed. */
    default List<String> choices() {
        return List.of();
    }

    /**
     * Reads what the user typed.
     *
     * @throws IllegalArgumentException when {@code text} is not of this type
     */
    Object parse(String text);

    /** Types without anything more to say. */
    enum Plain implements ValueType {
        TEXT("text", "TEXT", "text"),
        INTEGER("a whole number", "N", "integer"),
        /** What fits into a parameter that is declared as {@code int}. */
        INT("a whole number below 2147483648", "N", "integer"),
        DECIMAL("a number", "N", "number"),
        PATH("a path", "PATH", "path");

        private final String accepts;
        private final String placeholder;
        private final String word;

        Plain(String accepts, String placeholder, String word) {
            this.accepts = accepts;
            this.placeholder = placeholder;
            this.word = word;
        }

        @Override
        public String accepts() {
            return accepts;
        }

        @Override
        public String placeholder() {
            return placeholder;
        }

        @Override
        public String word() {
            return word;
        }

        @Override
        public Object parse(String text) {
            return switch (this) {
                case TEXT -> text;
                case INTEGER -> number(text);
                case INT -> Integer.valueOf(text);
                case DECIMAL -> Double.valueOf(text);
                case PATH -> Path.of(text);
            };
        }

        private static Object number(String text) {
            long number = Long.parseLong(text);
            return number == (int) number ? (Object) (int) number : (Object) number;
        }
    }

    /**
     * One of a few values.
     *
     * @param values what each word stands for, in the order in which the help shows them
     */
    record Choice(Map<String, Object> values) implements ValueType {
        public Choice {
            values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        }

        /** The choice between {@code values}, each typed as it is printed. */
        public static Choice of(List<?> values) {
            Map<String, Object> named = new LinkedHashMap<>();
            values.forEach(value -> named.put(String.valueOf(value), value));
            return new Choice(named);
        }

        @Override
        public String accepts() {
            List<String> words = choices();
            return words.size() == 1
                    ? "only " + words.getFirst()
                    : String.join(", ", words.subList(0, words.size() - 1)) + " or " + words.getLast();
        }

        @Override
        public String placeholder() {
            return String.join("|", choices());
        }

        @Override
        public String word() {
            return "choice";
        }

        @Override
        public List<String> choices() {
            return List.copyOf(values.keySet());
        }

        /** Reads a word as it is listed; capitals do not matter, so that constants can be typed as other words are. */
        @Override
        public Object parse(String text) {
            Object exact = values.get(text);
            return exact != null
                    ? exact
                    : values.entrySet().stream()
                            .filter(choice -> choice.getKey().equalsIgnoreCase(text))
                            .map(Map.Entry::getValue)
                            .findFirst()
                            .orElseThrow(() -> new IllegalArgumentException(text));
        }
    }
}
