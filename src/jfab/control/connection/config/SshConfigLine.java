package jfab.control.connection.config;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jfab.Durations;
import jfab.control.connection.host.ConnectionException;

/**
 * One line of an ssh_config, or an option that stands for one.
 *
 * @param place where it was written, for messages
 * @param keyword in lower case
 * @param arguments what follows it; the whole rest of the line where that is a command
 */
public record SshConfigLine(String place, String keyword, List<String> arguments) {
    private static final Pattern LINE = Pattern.compile("\\s*\"?([^\\s=\"]+)\"?(?:\\s*=\\s*|\\s+|$)(.*)");
    /** Their shell quotes are the shell's. */
    private static final Set<String> WHOLE =
            Set.of("match", "proxycommand", "localcommand", "remotecommand", "knownhostscommand");

    public SshConfigLine {
        arguments = List.copyOf(arguments);
    }

    /** {@code keyword value} as if it stood before the first line of the first file. */
    public static SshConfigLine option(String keyword, String value) {
        return parse("the command line", keyword + " " + value)
                .orElseThrow(() -> ConnectionException.settings("'" + keyword + "' is no option of an ssh_config"));
    }

    /** Reads a line; empty for a blank one or a comment. */
    static Optional<SshConfigLine> parse(String place, String line) {
        Matcher matcher = LINE.matcher(line);
        if (line.isBlank() || line.stripLeading().startsWith("#") || !matcher.matches()) {
            return Optional.empty();
        }
        String keyword = matcher.group(1).toLowerCase(Locale.ROOT);
        String rest = matcher.group(2).strip();
        SshConfigLine setting = new SshConfigLine(place, keyword, List.of(rest));
        List<String> arguments = rest.isEmpty()
                ? List.of()
                : WHOLE.contains(keyword)
                        ? List.of(rest)
                        : ArgumentSplitter.of(rest).orElseThrow(() -> setting.wrong("a quote is not closed"));
        if (arguments.isEmpty()) {
            throw setting.wrong(matcher.group(1) + " lacks its value");
        }
        return Optional.of(new SshConfigLine(place, keyword, arguments));
    }

    /** The sole argument. */
    public String value() {
        if (arguments.size() > 1) {
            throw wrong(keyword + " takes one value, not '" + String.join(" ", arguments) + "'");
        }
        return arguments.getFirst();
    }

    /** Whether it says yes. */
    public boolean yes() {
        return switch (value().toLowerCase(Locale.ROOT)) {
            case "yes", "true" -> true;
            case "no", "false" -> false;
            default -> throw wrong(keyword + " takes yes or no, not '" + value() + "'");
        };
    }

    /** A length of time, as in 600, 10m or 1h30m. */
    public Duration time() {
        return Durations.read(value())
                .orElseThrow(() -> wrong(keyword + " takes a time such as 600, 10m or 1h30m, not '" + value() + "'"));
    }

    /** A whole number from {@code least} to {@code most}. */
    public int number(int least, int most) {
        try {
            int number = Integer.parseInt(value());
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Answered below like a number out of range.
        }
        throw wrong("'" + value() + "' is not a number that " + keyword + " takes");
    }

    public ConnectionException wrong(String problem) {
        return ConnectionException.settings(place + ": " + problem);
    }
}
