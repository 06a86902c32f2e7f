package jfab.control.connection.broadcast;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The contents that hosts which work at the same time are sent: those that are sent the same share a {@link Broadcast}. Safe for threads.
 *
 * @param hosts how many there are
 * @param begun when they began, in seconds since 1970
 */
public record Broadcasts(int hosts, long begun, Wish wish, Map<Content, Broadcast> each) {
    /** What the user has said of broadcasts. */
    public enum Wish {
        /** That there be one of this content: the user is told also where none would pay. */
        ASKED,
        /** That there be some where they pay. */
        ALLOWED,
        /** Nothing: there is none, and the user is told where one would pay. */
        NONE
    }

    /** For {@code hosts} hosts. */
    public Broadcasts(int hosts) {
        this(hosts, System.currentTimeMillis() / 1000, Wish.ASKED, new ConcurrentHashMap<>());
    }

    /** These, by another wish. */
    public Broadcasts by(Wish other) {
        return new Broadcasts(hosts, begun, other, each);
    }

    /** The broadcast of {@code content}, which all of these hosts are expected to want. */
    public Broadcast of(Content content) {
        return each.computeIfAbsent(content, any -> Broadcast.of(content, hosts, wish));
    }
}
