package jfab.training.ps;

import io.netty.channel.Channel;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Says that strangers flood a server with connections: at once, then at most once an hour, so that days of it do not fill a disk. */
final class FloodNotice {
    private static final long PAUSE = TimeUnit.HOURS.toNanos(1);

    private final int limit;
    private final Consumer<String> console;
    private final LongSupplier nanoTime;
    private long closed;
    private long told;

    /**
     * @param limit so many connections may prove nothing at a time
     * @param console takes the lines
     * @param nanoTime nanoseconds, as {@link System#nanoTime} has them
     */
    FloodNotice(int limit, Consumer<String> console, LongSupplier nanoTime) {
        this.limit = limit;
        this.console = console;
        this.nanoTime = nanoTime;
    }

    /** {@code stranger} was closed for a newer connection. Several threads may say so at a time. */
    synchronized void closed(Channel stranger) {
        long now = nanoTime.getAsLong();
        closed++;
        if (closed == 1 || now - told >= PAUSE) {
            told = now;
            console.accept("more than " + limit + " connections at a time have not shown that they belong to the job;"
                    + " the oldest are closed for new ones, " + closed + " so far, the last one from "
                    + RemoteAddress.host(stranger.remoteAddress()) + "; this is told at most once an hour");
        }
    }
}
