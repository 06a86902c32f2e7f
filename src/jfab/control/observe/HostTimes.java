package jfab.control.observe;

import java.math.BigDecimal;
import java.time.Instant;

/** Points in time as hosts print them: seconds since 1970 with a fraction. */
final class HostTimes {
    /** The year 2200: no clock is that wrong, and no page has room for it. */
    private static final BigDecimal LATEST = BigDecimal.valueOf(7_258_118_400L);

    private HostTimes() {}

    static Instant instant(String seconds) {
        if (!seconds.matches("\\d{1,12}(\\.\\d{1,9})?")) {
            throw new IllegalArgumentException("no time: " + seconds);
        }
        BigDecimal all = new BigDecimal(seconds);
        if (all.compareTo(LATEST) > 0) {
            throw new IllegalArgumentException("no time: " + seconds);
        }
        long whole = all.longValue();
        return Instant.ofEpochSecond(
                whole, all.subtract(BigDecimal.valueOf(whole)).movePointRight(9).longValue());
    }
}
