package jfab.control.connection.broadcast;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The contents that hosts which work at the same time are sent: those that are sent the same share a {@link Broadcast}. Safe for threads.
 *
 * @param hosts how many there are
 * @param begun when they began, in seconds since 1970
 * @param asked whether the user has asked for a broadcast, and is told also where none would pay
 */
public record Broadcasts(int hosts, long begun, boolean asked, Map<Content, Broadcast> each) {
    /** For {@code hosts} hosts. */
    public Broadcasts(int hosts) {
        this(hosts, System.currentTimeMillis() / 1000, true, new ConcurrentHashMap<>());
    }

    /** These, for what is nobody's wish but a matter of course. */
    public Broadcasts quietly() {
        return new Broadcasts(hosts, begun, false, each);
    }

    /** The broadcast of {@code content}, which all of these hosts are expected to want. */
    public Broadcast of(Content content) {
        return each.computeIfAbsent(content, any -> Broadcast.of(content, hosts, asked));
    }
}
