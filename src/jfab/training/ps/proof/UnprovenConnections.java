package jfab.training.ps.proof;

import io.netty.channel.Channel;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The unauthenticated connections of a server, which strangers can make as many of as they like: each has little memory, and where
 * there are more than a limit, the oldest is closed for the new one, so that who can prove something, which takes milliseconds,
 * always gets in. OpenSSH has {@code MaxStartups} for the same, which refuses new ones at random.
 *
 * <p>Several threads may use it at a time.
 */
public final class UnprovenConnections {
    /** More than the trainers of a job that begin in the same moment. */
    private static final int MOST = 1024;

    /** Of a process's file descriptors, so that enough stay for trainers and files. */
    private static final int SHARE = 8;

    private final int limit;
    private final int provenRead;
    private final Consumer<Channel> crowdedOut;
    private final Map<Channel, GrowingReads> oldestFirst = new LinkedHashMap<>();

    /**
     * @param limit so many connections at a time, at least 1
     * @param provenRead bytes per read of a connection that has proved that it belongs to the job
     * @param crowdedOut is given each connection that is about to be closed for a newer one, in the thread of the newer one
     */
    public UnprovenConnections(int limit, int provenRead, Consumer<Channel> crowdedOut) {
        this.limit = limit;
        this.provenRead = provenRead;
        this.crowdedOut = crowdedOut;
    }

    /** How many connections a process may have that prove nothing: 1,024, or an eighth of its {@code descriptors} if that is less. */
    public static int limit(long descriptors) {
        return Math.clamp(descriptors / SHARE, 1, MOST);
    }

    /** Counts a connection that nothing has been read from yet, until it is {@link #proven} or closed. */
    void add(Channel channel) {
        GrowingReads reads = new GrowingReads(provenRead);
        channel.config().setRecvByteBufAllocator(reads);
        Channel oldest = enter(channel, reads);
        channel.closeFuture().addListener(_ -> leave(channel));
        if (oldest != null) {
            crowdedOut.accept(oldest);
            var _ = oldest.close();
        }
    }

    /**
     * Lets {@code channel} stay, and reads much of it at a time from now on. For its own thread, and of no further effect the second
     * time.
     *
     * @return false where it is being closed for a newer one; whoever called must not be told then that it was let in
     */
    boolean proven(Channel channel) {
        GrowingReads reads = leave(channel);
        if (reads != null) {
            reads.grow();
        }
        return channel.config().getRecvByteBufAllocator() instanceof GrowingReads known && known.grown();
    }

    private synchronized @Nullable Channel enter(Channel channel, GrowingReads reads) {
        oldestFirst.put(channel, reads);
        if (oldestFirst.size() <= limit) {
            return null;
        }
        Iterator<Channel> channels = oldestFirst.keySet().iterator();
        Channel oldest = channels.next();
        channels.remove();
        return oldest;
    }

    private synchronized @Nullable GrowingReads leave(Channel channel) {
        return oldestFirst.remove(channel);
    }
}
