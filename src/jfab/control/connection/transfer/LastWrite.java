package jfab.control.connection.transfer;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jfab.control.connection.transfer.RemoteFiles.Entry;

/** When a host's file was last written to: more exactly than in the whole seconds that its files are told by. */
record LastWrite(HostSide host) {
    /** In seconds: one that is older than that by this clock is so by the host's as well. */
    private static final long RECENT = 3_600;

    /** {@code 1796065887 2026-11-30 19:11:27.350000000 +0000}, and the time now; some have no fraction. */
    private static final Pattern TIMES =
            Pattern.compile("(\\d{1,10}) \\S+ [\\d:]+(?:\\.(\\d{1,9}))?\\b.*\\R(\\d{1,10}) (\\d{9})?.*\\s*");

    /**
     * Whether it may have been written to since {@code began}, by {@link System#nanoTime}, although it still has {@code entry}'s size and
     * time; false where the host cannot be asked.
     */
    boolean mayBeSince(long began, String path, Entry entry) throws IOException {
        if (entry.time() < System.currentTimeMillis() / 1000 - RECENT || !host.hasShell()) {
            return false;
        }
        String told;
        try {
            told = host.shell().ask("stat -L -c '%Y %y' \"$1\" && date '+%s %N'", RemotePath.plain(path));
        } catch (Shell.ExitException e) {
            return false;
        }
        Matcher times = TIMES.matcher(told);
        if (!times.matches()) {
            return false;
        }
        // What nobody tells is taken as it would be if the file had been written to.
        long written = nanos(times.group(1), times.group(2) == null ? "999999999" : times.group(2));
        long now = nanos(times.group(3), times.group(4) == null ? "0" : times.group(4));
        return written >= now - (System.nanoTime() - began);
    }

    private static long nanos(String seconds, String fraction) {
        return TimeUnit.SECONDS.toNanos(Long.parseLong(seconds))
                + Long.parseLong((fraction + "00000000").substring(0, 9));
    }
}
