package jfab.control.cli.output;

import java.util.Locale;

/** Sizes as people read them. */
final class Bytes {
    private Bytes() {}

    /** {@code 940 B}, {@code 12.3 MB}: powers of 1000, as disks and networks are sold. */
    static String text(long bytes) {
        String[] units = {"kB", "MB", "GB", "TB"};
        if (bytes < 1000) {
            return bytes + " B";
        }
        double size = bytes / 1000.0;
        int unit = 0;
        while (size >= 999.95 && unit < units.length - 1) {
            size /= 1000;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %s", size, units[unit]);
    }
}
