package jfab.control.connection.config;

import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jfab.control.connection.host.ConnectionException;

/** The percent tokens of an ssh_config value, by their letter. */
public record PercentTokens(Map<Character, Supplier<String>> values) {
    private static final Pattern TOKEN = Pattern.compile("%(.?)");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)}");

    public PercentTokens {
        values = Map.copyOf(values);
    }

    /** {@code text} with its tokens replaced. */
    public String expand(String text) {
        return TOKEN.matcher(text).replaceAll(found -> Matcher.quoteReplacement(value(text, found.group(1))));
    }

    /** {@code text} with its tokens and variables of the environment replaced, as paths may have them. */
    public String expandPath(String text) {
        return VARIABLE.matcher(expand(text)).replaceAll(found -> {
            String value = System.getenv(found.group(1));
            if (value == null) {
                throw ConnectionException.settings(
                        "'" + text + "' in the ssh_config names " + found.group() + ", which is not set");
            }
            return Matcher.quoteReplacement(value);
        });
    }

    private String value(String text, String letter) {
        Supplier<String> value = letter.isEmpty() ? null : values.get(letter.charAt(0));
        if (letter.equals("%")) {
            return "%";
        }
        if (value == null) {
            throw ConnectionException.settings("'" + text + "' in the ssh_config has %" + letter
                    + ", which jfab does not know there; %% stands for a percent sign");
        }
        return value.get();
    }
}
