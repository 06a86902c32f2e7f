package jfab.training.words;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jfab.PlainText;
import jfab.training.program.ProgramException;
import org.jspecify.annotations.Nullable;

/**
 * The part of Python's {@code str.format} that the documents' metric lines use: {@code {0}}, a width {@code {0:4}} with zeros
 * {@code {0:04}}, significant digits {@code {0:2.2}} and decimals {@code {0:.4f}}.
 */
final class PythonFormat {
    private static final Pattern FIELD = Pattern.compile("\\{(\\d+)(?::(0?)(\\d*)(?:\\.(\\d+))?(f?))?}");

    private PythonFormat() {}

    static String format(String pattern, @Nullable Object... values) {
        return FIELD.matcher(pattern)
                .replaceAll(field -> Matcher.quoteReplacement(render(
                        value(pattern, field.group(1), values),
                        "0".equals(field.group(2)),
                        number(field.group(3)),
                        number(field.group(4)),
                        "f".equals(field.group(5)))));
    }

    private static @Nullable Object value(String pattern, String place, @Nullable Object... values) {
        // A number that is no int is none of a value's either.
        int index = place.length() > 9 ? values.length : Integer.parseInt(place);
        if (index >= values.length) {
            throw new ProgramException("format('" + pattern + "') has " + PlainText.counted(values.length, "value")
                    + " and asks for {" + place + "}, where the first is {0}");
        }
        return values[index];
    }

    private static String render(@Nullable Object value, boolean zeros, int width, int precision, boolean fixed) {
        if (!(value instanceof Number number)) {
            return pad(String.valueOf(value), width, false, true);
        }
        String text;
        if (number instanceof Integer || number instanceof Long) {
            text = number.toString();
        } else if (!Double.isFinite(number.doubleValue())) {
            text = number.toString().toLowerCase(Locale.ROOT).replace("infinity", "inf");
        } else if (fixed) {
            text = new BigDecimal(number.doubleValue())
                    .setScale(precision < 0 ? 6 : precision, RoundingMode.HALF_EVEN)
                    .toPlainString();
        } else if (precision < 0) {
            text = number.toString();
        } else {
            text = significant(number.doubleValue(), Math.max(1, precision));
        }
        return pad(text, width, zeros, false);
    }

    /** Like Python, writes at least one digit after the point, and a power of ten where the digits would not reach the point. */
    static String significant(double value, int digits) {
        if (value == 0) {
            return "0.0";
        }
        BigDecimal rounded = new BigDecimal(value)
                .round(new MathContext(digits, RoundingMode.HALF_EVEN))
                .stripTrailingZeros();
        int power = rounded.precision() - rounded.scale() - 1;
        if (power >= -4 && power < digits - 1) {
            String plain = rounded.toPlainString();
            return plain.contains(".") ? plain : plain + ".0";
        }
        String mantissa = rounded.movePointLeft(power).stripTrailingZeros().toPlainString();
        return "%se%s%02d".formatted(mantissa, power < 0 ? "-" : "+", Math.abs(power));
    }

    private static String pad(String text, int width, boolean zeros, boolean left) {
        String fill = (zeros ? "0" : " ").repeat(Math.max(0, width - text.length()));
        return left ? text + fill : fill + text;
    }

    private static int number(@Nullable String digits) {
        return digits == null || digits.isEmpty() ? -1 : Integer.parseInt(digits);
    }
}
