package jfab.control.connection.command;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import jfab.control.connection.host.ConnectionException;
import org.jspecify.annotations.Nullable;

/**
 * Environment variables for a command that nobody on its host is to read in a list of processes: they go ahead of its
 * standard input, a line each, and not into its command line.
 */
public record SecretVariables(Map<String, Secret> values) {
    public SecretVariables {
        values = new LinkedHashMap<>(values);
        for (String name : values.keySet()) {
            if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
                throw ConnectionException.settings("'" + name + "' is no name for an environment variable");
            }
        }
    }

    /** {@code line} behind the shell's words that take the variables from standard input. */
    public String before(String line) {
        // Octal escapes keep every byte on its line; the underscore keeps line ends at the end of a value.
        return values.keySet().stream()
                        .map(name -> "IFS= read -r " + name + "; " + name + "=$(printf '%b_' \"$" + name + "\"); "
                                + name + "=${" + name + "%_}; export " + name + "\n")
                        .collect(Collectors.joining())
                + line;
    }

    /** {@code in} behind the variables; null is an empty input. */
    public InputStream before(@Nullable InputStream in) {
        StringBuilder text = new StringBuilder();
        for (Secret value : values.values()) {
            for (byte each : value.toString().getBytes(StandardCharsets.UTF_8)) {
                text.append(String.format(Locale.ROOT, "\\0%03o", each & 0xff));
            }
            text.append('\n');
        }
        InputStream first = new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.US_ASCII));
        return in == null ? first : new SequenceInputStream(first, in);
    }
}
