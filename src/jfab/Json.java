package jfab;

import groovy.json.JsonException;
import groovy.json.JsonSlurper;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** JSON of others. */
public final class Json {
    /** Texts, so that what stands in them is left alone, and the words that Python's json has for what JSON has none for. */
    private static final Pattern TEXT_OR_WORD = Pattern.compile("\"(?:[^\"\\\\]++|\\\\.)*+\"|\\bNaN\\b|\\bInfinity\\b");

    private Json() {}

    /**
     * Maps, lists, text, numbers, booleans and null.
     *
     * @throws JsonException when {@code text} is no JSON, in one line; Groovy's parser leaves its array where text ends in a backslash,
     *     and its stack where brackets are nested too deep
     */
    public static @Nullable Object parse(String text) {
        try {
            return new JsonSlurper().parseText(text);
        } catch (RuntimeException | StackOverflowError e) {
            throw new JsonException(PlainText.line(String.valueOf(e.getMessage())), e);
        }
    }

    /**
     * As {@link #parse}, also of what Python's {@code json.dumps} writes: {@code NaN} is null, {@code Infinity} a number that is infinite
     * as a double.
     */
    public static @Nullable Object ofPython(String text) {
        if (!text.contains("NaN") && !text.contains("Infinity")) {
            return parse(text);
        }
        try {
            return parse(TEXT_OR_WORD.matcher(text).replaceAll(found -> switch (found.group()) {
                case "NaN" -> "null";
                case "Infinity" -> "1e999";
                default -> Matcher.quoteReplacement(found.group());
            }));
        } catch (StackOverflowError e) {
            throw new JsonException("a text in it has too many backslashes", e);
        }
    }
}
