package jfab.control.connection.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What is typed when a command prints something.
 *
 * @param pattern what it prints, on either stream; each match is answered once
 * @param answer what is sent then, a line's end included
 * @param refused what it prints when it does not take the answer: the command is then ended; null where it says nothing
 */
public record Responder(
        Pattern pattern,
        Function<Matcher, String> answer,
        @Nullable Pattern refused) {
    /** Reads {@code [(~/Continue\?/): 'yes\n', 'Password:': [answer: 'x\n', refused: ~/Sorry/]]}. */
    public static List<Responder> of(Object given) {
        if (given instanceof Responder one) {
            return List.of(one);
        }
        if (given instanceof List<?> several) {
            return several.stream().flatMap(each -> of(each).stream()).toList();
        }
        if (!(given instanceof Map<?, ?> map)) {
            throw OptionException.value("responders", given, "a map of what is printed to what is answered");
        }
        List<Responder> responders = new ArrayList<>();
        map.forEach((key, value) -> responders.add(of(pattern(key), value)));
        return responders;
    }

    private static Responder of(Pattern pattern, Object value) {
        if (value instanceof Map<?, ?> options) {
            if (!options.keySet().stream().allMatch(key -> key.equals("answer") || key.equals("refused"))
                    || !options.containsKey("answer")) {
                throw OptionException.value("responders", options, "[answer: 'text', refused: ~/pattern/]");
            }
            Object refusal = options.get("refused");
            String text = String.valueOf(options.get("answer"));
            return new Responder(pattern, match -> text, refusal == null ? null : pattern(refusal));
        }
        return new Responder(pattern, match -> String.valueOf(value), null);
    }

    /** A pattern as it is; a text stands for itself. */
    private static Pattern pattern(Object given) {
        return given instanceof Pattern pattern ? pattern : Pattern.compile(Pattern.quote(String.valueOf(given)));
    }
}
