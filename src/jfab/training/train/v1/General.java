package jfab.training.train.v1;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** C's {@code %g}: six significant digits, no zeros at the end, a power of ten for what is very small or large. */
final class General {
    private static final int DIGITS = 6;

    private General() {}

    static String format(double value) {
        if (!Double.isFinite(value)) {
            return Double.toString(value).toLowerCase(Locale.ROOT).replace("infinity", "inf");
        }
        BigDecimal rounded = new BigDecimal(value)
                .round(new MathContext(DIGITS, RoundingMode.HALF_EVEN))
                .stripTrailingZeros();
        int power = rounded.precision() - rounded.scale() - 1;
        if (rounded.signum() == 0 || (power >= -4 && power < DIGITS)) {
            return rounded.toPlainString();
        }
        String mantissa = rounded.movePointLeft(power).stripTrailingZeros().toPlainString();
        return "%se%s%02d".formatted(mantissa, power < 0 ? "-" : "+", Math.abs(power));
    }
}
