package jfab;

import groovy.json.JsonException;
import groovy.json.JsonSlurper;
import org.jspecify.annotations.Nullable;

/** JSON of others. */
public final class Json {
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
}
