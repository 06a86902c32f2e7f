package jfab.training.ps.proof;

import io.netty.channel.DefaultMaxMessagesRecvByteBufAllocator;

/**
 * The room that one connection gets for what it sends: little while anybody may be sending, as much as tensors need once it is known
 * who does. Netty keeps the handle that it asks for at a connection's first read, so it is the handle's answer that changes.
 *
 * <p>For one connection alone, and to be used by its own thread.
 */
final class GrowingReads extends DefaultMaxMessagesRecvByteBufAllocator {
    /** Bytes per read at first: each message of the handshake is smaller, and TLS's take a few reads. */
    static final int FIRST = 512;

    private final int later;
    private int size = FIRST;

    /**
     * @param later bytes per read after {@link #grow}
     */
    GrowingReads(int later) {
        this.later = later;
    }

    /** From the next read on there is room for all that may come. */
    void grow() {
        size = later;
    }

    boolean grown() {
        return size == later;
    }

    @Override
    @SuppressWarnings("deprecation") // The handle is of a type that Netty deprecates, and has no other.
    public Handle newHandle() {
        return new MaxMessageHandle() {
            @Override
            public int guess() {
                return size;
            }
        };
    }
}
