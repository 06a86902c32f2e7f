package jfab.training.words;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What stands behind the colon of a field of {@link PythonFormat}; what does not is empty, and -1 of numbers.
 *
 * @param fill a single character
 */
record FormatSpec(String fill, String align, String sign, int width, boolean grouped, int precision, String type) {
    static final Pattern PATTERN =
            Pattern.compile("(?s)(?:(.)?([<>=^]))?([-+ ])?(0)?(\\d{0,4})(,)?(?:\\.(\\d{1,4}))?([dxobefgs%])?");
    /** No number of 64 bits has more that count. */
    private static final int ALL = 17;

    static final FormatSpec NONE = new FormatSpec(" ", "", "", -1, false, -1, "");

    static FormatSpec of(Matcher parts) {
        boolean zeros = parts.group(1) == null && parts.group(4) != null;
        String fill = parts.group(1) != null ? parts.group(1) : zeros ? "0" : " ";
        String align = given(parts.group(2));
        String type = given(parts.group(8));
        return new FormatSpec(
                fill,
                // Of text, zeros stand behind it, as blanks do.
                align.isEmpty() && zeros ? "0" : align,
                given(parts.group(3)),
                number(parts.group(5)),
                parts.group(6) != null,
                number(parts.group(7)),
                type);
    }

    private static String given(@Nullable String part) {
        return part == null ? "" : part;
    }

    private static int number(@Nullable String digits) {
        return digits == null || digits.isEmpty() ? -1 : Integer.parseInt(digits);
    }

    boolean fits(boolean whole) {
        return switch (type) {
            case "e", "f", "g", "%" -> true;
            case "" -> !whole || precision < 0;
            case "d" -> whole && precision < 0;
            case "x", "o", "b" -> whole && precision < 0 && !grouped;
            default -> false;
        };
    }

    boolean fitsText() {
        return (type.isEmpty() || type.equals("s")) && sign.isEmpty() && !align.equals("=") && !grouped;
    }

    String text(String value) {
        int length = value.codePointCount(0, value.length());
        return padded(
                "",
                precision < 0 || precision >= length
                        ? value
                        : value.substring(0, value.offsetByCodePoints(0, precision)),
                align.isEmpty() || align.equals("0") ? "<" : align);
    }

    String number(Number number) {
        boolean whole = whole(number);
        boolean real = !whole || (!type.isEmpty() && "efg%".contains(type));
        double value = number.doubleValue();
        boolean negative = real ? value < 0 || 1 / value < 0 : value < 0;
        String before = negative ? "-" : sign.equals("-") ? "" : sign;
        String text = real ? real(Math.abs(value), number) : integer(new BigInteger(number.toString()).abs());
        String inner = align.equals("0") ? "=" : align.isEmpty() ? ">" : align;
        if (grouped && Double.isFinite(value)) {
            String digits = text.replaceFirst("[^0-9].*", "");
            String rest = text.substring(digits.length());
            int least = inner.equals("=") && fill.equals("0") ? width - before.length() - rest.length() : 0;
            text = grouped(digits, least) + rest;
        }
        return padded(before, text, inner);
    }

    private String integer(BigInteger value) {
        return switch (type) {
            case "x" -> value.toString(16);
            case "o" -> value.toString(8);
            case "b" -> value.toString(2);
            default -> value.toString();
        };
    }

    /** @param number what {@code value} was, of as many digits as its type tells apart */
    private String real(double value, Number number) {
        String unit = type.equals("%") ? "%" : "";
        double scaled = type.equals("%") ? value * 100 : value;
        if (!Double.isFinite(scaled)) {
            return (Double.isNaN(scaled) ? "nan" : "inf") + unit;
        }
        BigDecimal exact = new BigDecimal(scaled);
        int digits = precision < 0 ? 6 : precision;
        return switch (type) {
            case "f", "%" -> exact.setScale(digits, RoundingMode.HALF_EVEN).toPlainString() + unit;
            case "e" -> exponent(rounded(exact, digits + 1), digits);
            case "g" -> general(rounded(exact, Math.max(1, digits)), Math.max(1, digits), false);
            default ->
                precision < 0
                        ? general(shortest(value, number instanceof Float), ALL, true)
                        : general(rounded(exact, Math.max(1, precision)), Math.max(1, precision), true);
        };
    }

    private static BigDecimal rounded(BigDecimal value, int digits) {
        return value.round(new MathContext(digits, RoundingMode.HALF_EVEN));
    }

    /** Of what reads back as {@code value} the shortest: Java writes two digits also where one tells it apart, as 4.9E-324. */
    private static BigDecimal shortest(double value, boolean single) {
        BigDecimal written = new BigDecimal(single ? Float.toString((float) value) : Double.toString(value));
        BigDecimal digit = rounded(written, 1);
        return (single ? digit.floatValue() : digit.doubleValue()) == value ? digit : written;
    }

    private static int power(BigDecimal value) {
        return value.signum() == 0 ? 0 : value.precision() - value.scale() - 1;
    }

    private static String exponent(BigDecimal value, int decimals) {
        int power = power(value);
        return "%se%s%02d"
                .formatted(
                        value.movePointLeft(power)
                                .setScale(decimals, RoundingMode.UNNECESSARY)
                                .toPlainString(),
                        power < 0 ? "-" : "+",
                        Math.abs(power));
    }

    /** With a power of ten where {@code digits} do not reach the point; with {@code point}, a digit always stands behind it. */
    private static String general(BigDecimal value, int digits, boolean point) {
        BigDecimal shortest = value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
        int power = power(shortest);
        if (power < -4 || power >= digits - (point ? 1 : 0)) {
            return exponent(shortest, shortest.precision() - 1);
        }
        String plain = shortest.toPlainString();
        return point && !plain.contains(".") ? plain + ".0" : plain;
    }

    /** {@code digits} with a comma before every third from the end, and zeros before them up to {@code least} characters. */
    private static String grouped(String digits, int least) {
        int count = digits.length();
        while (count + (count - 1) / 3 < least) {
            count++;
        }
        StringBuilder text = new StringBuilder("0".repeat(count - digits.length()) + digits);
        for (int at = count - 3; at > 0; at -= 3) {
            text.insert(at, ',');
        }
        return text.toString();
    }

    private String padded(String before, String text, String where) {
        int left = Math.max(0, width - before.length() - text.codePointCount(0, text.length()));
        return switch (where) {
            case "<" -> before + text + fill.repeat(left);
            case "^" -> fill.repeat(left / 2) + before + text + fill.repeat(left - left / 2);
            case "=" -> before + fill.repeat(left) + text;
            default -> fill.repeat(left) + before + text;
        };
    }

    static boolean whole(Number number) {
        return number instanceof Integer
                || number instanceof Long
                || number instanceof BigInteger
                || number instanceof Short
                || number instanceof Byte;
    }
}
