package jfab.training.words;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import jfab.PlainText;
import jfab.training.program.ProgramException;
import org.jspecify.annotations.Nullable;

/**
 * Python's {@code str.format} for numbers, text, booleans, lists and null, its None: <code>{}</code> or <code>{0}</code>, behind a colon {@code
 * [[fill]align][sign][0][width][,][.precision][type]} with the types d x o b e f g % s, and doubled braces for braces.
 */
final class PythonFormat {
    private static final Pattern FIELD = Pattern.compile("\\{\\{|}}|\\{(\\d*)(?::([^{}]*))?}|[{}]");

    private final String pattern;
    private final @Nullable Object[] values;
    private int automatic;
    private boolean manual;

    private PythonFormat(String pattern, @Nullable Object... values) {
        this.pattern = pattern;
        this.values = values;
    }

    /** @throws ProgramException where {@code pattern} is none of the above, or Python would refuse it for these values */
    static String format(String pattern, @Nullable Object @Nullable ... values) {
        // A null that stands alone arrives in place of the array.
        PythonFormat format = new PythonFormat(pattern, values == null ? new @Nullable Object[] {null} : values);
        return FIELD.matcher(pattern).replaceAll(found -> Matcher.quoteReplacement(format.shown(found)));
    }

    private String shown(MatchResult found) {
        String place = found.group(1);
        if (place == null) {
            if (found.group().length() == 2) {
                return found.group().substring(1);
            }
            throw refused("has a '" + found.group()
                    + "' that is none of {}, {0} and {0:spec}; a brace that is to be printed is written twice");
        }
        String spec = found.group(2) == null ? "" : found.group(2);
        Matcher parts = FormatSpec.PATTERN.matcher(spec);
        Object value = value(place);
        if (!parts.matches()) {
            throw refused(
                    "has " + found.group()
                            + ", whose format is not known; known is [[fill]align][sign][0][width][,][.precision][type] with d x o b e f g % s");
        }
        FormatSpec known = FormatSpec.of(parts);
        if (value instanceof Boolean truth && !spec.isEmpty()) {
            value = truth ? 1 : 0;
        }
        boolean fits = switch (value) {
            case Number number -> known.fits(FormatSpec.whole(number));
            case List<?> _ -> spec.isEmpty();
            case null -> spec.isEmpty();
            default -> known.fitsText();
        };
        if (!fits) {
            throw refused("has " + found.group() + ", which is no format of " + kind(value) + ", as "
                    + PlainText.line(printed(value)) + " is");
        }
        return value instanceof Number number ? known.number(number) : known.text(printed(value));
    }

    private static String kind(@Nullable Object value) {
        return switch (value) {
            case Number number -> FormatSpec.whole(number) ? "an integer" : "a float";
            case List<?> _ -> "a list";
            case null -> "a null";
            default -> "text";
        };
    }

    /** As Python's {@code str}. */
    private static String printed(@Nullable Object value) {
        return switch (value) {
            case null -> "None";
            case Boolean truth -> truth ? "True" : "False";
            case Number number -> FormatSpec.NONE.number(number);
            case List<?> list -> list.stream().map(PythonFormat::element).collect(Collectors.joining(", ", "[", "]"));
            default -> String.valueOf(value);
        };
    }

    /** As Python's {@code repr}, which quotes text. */
    private static String element(@Nullable Object value) {
        if (!(value instanceof CharSequence text)) {
            return printed(value);
        }
        String escaped = text.toString()
                .replace("\\", "\\\\")
                .replace("\n", "\\n")
                .replace("\r", "\\r")
                .replace("\t", "\\t");
        return escaped.contains("'") && !escaped.contains("\"")
                ? "\"" + escaped + "\""
                : "'" + escaped.replace("'", "\\'") + "'";
    }

    private @Nullable Object value(String place) {
        manual |= !place.isEmpty();
        if (manual && (place.isEmpty() || automatic > 0)) {
            throw refused("has both {} and {0}; number all of its values, or none");
        }
        // A number that is no int is none of a value's either.
        int index = place.isEmpty() ? automatic++ : place.length() > 9 ? values.length : Integer.parseInt(place);
        if (index >= values.length) {
            throw refused("has " + PlainText.counted(values.length, "value") + " and asks for {"
                    + (place.isEmpty() ? index : place) + "}, where the first is {0}");
        }
        return values[index];
    }

    private ProgramException refused(String why) {
        return new ProgramException("format('" + pattern + "') " + why);
    }
}
