package jfab.control.connection.host;

import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * One part of what stands between brackets in a host pattern: {@code 7}, {@code 01-16} or {@code 1-9/2}.
 *
 * @param width to which numbers are filled with zeros; 0 for as they come
 */
record IndexRange(long first, long last, long step, int width) {
    private static final Pattern FORM = Pattern.compile("(\\d+)(?:\\s*-\\s*(\\d+)(?:/(\\d+))?)?");
    private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE / 4);

    /** Reads {@code part}, one between the brackets of {@code pattern}. */
    static IndexRange parse(String pattern, String part) {
        Matcher form = FORM.matcher(part.strip());
        if (!form.matches()) {
            throw wrong(pattern, "'" + part + "' is no range; write 7, 01-16 or 1-9/2");
        }
        String first = form.group(1);
        String last = form.group(2) == null ? first : form.group(2);
        boolean padded = isPadded(first) || isPadded(last);
        if (padded && first.length() != last.length()) {
            throw wrong(pattern, "'" + part + "' fills numbers to different widths; write both with as many digits");
        }
        long step = form.group(3) == null ? 1 : number(form.group(3), pattern);
        IndexRange range =
                new IndexRange(number(first, pattern), number(last, pattern), step, padded ? first.length() : 0);
        if (step == 0 || range.last < range.first) {
            throw wrong(pattern, "'" + part + "' is empty");
        }
        return range;
    }

    /** Whether {@code digits} begin with a zero that only fills. */
    static boolean isPadded(String digits) {
        return digits.length() > 1 && digits.startsWith("0");
    }

    /** How many numbers this is. */
    long size() {
        return (last - first) / step + 1;
    }

    Stream<String> numbers() {
        String form = width == 0 ? "%d" : "%0" + width + "d";
        return LongStream.iterate(first, number -> number <= last, number -> number + step)
                .mapToObj(form::formatted);
    }

    private static long number(String digits, String pattern) {
        BigInteger number = new BigInteger(digits);
        if (number.compareTo(MOST) > 0) {
            throw wrong(pattern, digits + " is too large");
        }
        return number.longValueExact();
    }

    private static ConnectionException wrong(String pattern, String problem) {
        return new ConnectionException("'" + pattern + "' names no hosts: " + problem);
    }
}
