package jfab.control.warm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a caller asks for.
 *
 * @param terminal whether the caller has one, whatever its streams are
 * @param arguments jfab's command line
 * @param environment the caller's variables
 */
record WarmRequest(boolean terminal, List<String> arguments, Map<String, String> environment) {
    /**
     * Reads what {@code client.c} writes: texts, each with a zero behind it.
     *
     * @throws IOException where they are none that Java could have got
     */
    static WarmRequest of(byte[] bytes) throws IOException {
        String text = new String(bytes, StandardCharsets.UTF_8);
        // What is no UTF-8 would be another file's name, or another variable's value.
        if (!Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes) || !text.endsWith("\0")) {
            throw new IOException("this is no text");
        }
        List<String> texts = List.of(text.substring(0, text.length() - 1).split("\0", -1));
        try {
            int count = Integer.parseInt(texts.get(1));
            Map<String, String> environment = new HashMap<>();
            for (String variable : texts.subList(2 + count, texts.size())) {
                int equals = variable.indexOf('=', 1);
                if (equals < 0) {
                    throw new IOException("a variable has no value");
                }
                environment.putIfAbsent(variable.substring(0, equals), variable.substring(equals + 1));
            }
            return new WarmRequest(texts.getFirst().equals("terminal"), texts.subList(2, 2 + count), environment);
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new IOException("this is no command", e);
        }
    }
}
