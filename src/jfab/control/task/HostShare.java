package jfab.control.task;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A part of the hosts: so many, so many of a hundred, or all that are left. */
public sealed interface HostShare {
    /** How many of {@code total} hosts this is, rounded down. */
    int of(int total);

    /** A number of hosts. */
    record Count(int hosts) implements HostShare {
        @Override
        public int of(int total) {
            return Math.min(hosts, total);
        }
    }

    /** So many of a hundred. */
    record Percent(int hundredths) implements HostShare {
        @Override
        public int of(int total) {
            return (int) ((long) total * hundredths / 100);
        }
    }

    /** All hosts that are left. */
    record Rest() implements HostShare {
        @Override
        public int of(int total) {
            return total;
        }
    }

    /** Reads {@code 3} or {@code 10%}; {@code what} begins the message where it is neither. */
    static HostShare parse(String text, String what) {
        Matcher form = Pattern.compile("(\\d{1,7})(%?)").matcher(text.strip());
        if (form.matches()) {
            int number = Integer.parseInt(form.group(1));
            if (form.group(2).isEmpty()) {
                return new Count(number);
            }
            if (number <= 100) {
                return new Percent(number);
            }
        }
        throw new TaskException(what + " takes a number of hosts or a part of them as 10%, not '" + text + "'");
    }

    /** Reads sizes of batches: {@code 1,10%,rest}. */
    static List<HostShare> sizes(String text, String what) {
        return Arrays.stream(text.split(",", -1))
                .map(size -> size.strip().equals("rest") ? new Rest() : checked(parse(size, what), what))
                .toList();
    }

    private static HostShare checked(HostShare size, String what) {
        if (size.equals(new Count(0)) || size.equals(new Percent(0))) {
            throw new TaskException(what + " takes batches of 1 host or more, not of 0");
        }
        return size;
    }
}
