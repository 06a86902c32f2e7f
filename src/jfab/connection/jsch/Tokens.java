package jfab.connection.jsch;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jfab.connection.ConnectionException;
import org.jspecify.annotations.Nullable;

/** The percent tokens of an ssh_config value, by their letter. */
record Tokens(Map<Character, String> values) {
    private static final Pattern TOKEN = Pattern.compile("%(.?)");

    Tokens {
        values = Map.copyOf(values);
    }

    String expand(String text) {
        return TOKEN.matcher(text).replaceAll(found -> Matcher.quoteReplacement(value(text, found.group(1))));
    }

    private String value(String text, String letter) {
        @Nullable String value = letter.equals("%") ? "%" : letter.isEmpty() ? null : values.get(letter.charAt(0));
        if (value == null) {
            throw ConnectionException.settings("'" + text + "' in the ssh_config has %" + letter
                    + ", which jfab does not know there; %% stands for a percent sign");
        }
        return value;
    }
}
