package jfab.control.observe;

import java.math.BigDecimal;
import java.time.Instant;
import jfab.control.launch.ProcessEvent;

/** Points in time as hosts print them: seconds since 1970 with a fraction. */
final class HostTimes {
    private HostTimes() {}

    static Instant instant(String seconds) {
        if (!seconds.matches("\\d{1,12}(\\.\\d{1,9})?")) {
            throw new IllegalArgumentException("no time: " + seconds);
        }
        BigDecimal all = new BigDecimal(seconds);
        long whole = all.longValue();
        Instant time = Instant.ofEpochSecond(
                whole, all.subtract(BigDecimal.valueOf(whole)).movePointRight(9).longValue());
        if (time.isAfter(ProcessEvent.LATEST)) {
            throw new IllegalArgumentException("no time: " + seconds);
        }
        return time;
    }
}
