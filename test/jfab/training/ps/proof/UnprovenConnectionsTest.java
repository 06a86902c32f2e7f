package jfab.training.ps.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.Channel;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who may stay, and with how much memory, before anything is proved. */
class UnprovenConnectionsTest {
    private static final int LATER = 1 << 18;

    private final List<Channel> crowdedOut = new ArrayList<>();
    private final UnprovenConnections unproven = new UnprovenConnections(2, LATER, crowdedOut::add);

    @Test
    void theOldestMakesRoomForTheNewest() {
        Channel first = stranger();
        Channel second = stranger();
        assertEquals(List.of(), crowdedOut);
        Channel third = stranger();
        assertEquals(List.of(first), crowdedOut);
        assertFalse(first.isOpen());
        assertTrue(second.isOpen() && third.isOpen());
    }

    @Test
    void whoHasProvedSomethingStays() {
        Channel member = stranger();
        assertTrue(unproven.proven(member));
        assertTrue(unproven.proven(member), "that is told once more by who reads next");
        stranger();
        stranger();
        stranger();
        assertTrue(member.isOpen());
        assertEquals(1, crowdedOut.size());
    }

    @Test
    void itIsTooLateToProveSomethingWhenTheConnectionIsBeingClosed() {
        Channel late = stranger();
        stranger();
        stranger();
        assertEquals(List.of(late), crowdedOut);
        assertFalse(unproven.proven(late));
    }

    @Test
    void whoHasLeftTakesNoRoom() {
        stranger();
        stranger().close().syncUninterruptibly();
        stranger();
        assertEquals(List.of(), crowdedOut);
    }

    /** Netty asks once for the handle, and for the size before each read. */
    @Test
    void readsAreSmallUntilTheProofAndLargeAfterIt() {
        Channel channel = stranger();
        var handle = channel.config().getRecvByteBufAllocator().newHandle();
        assertEquals(512, handle.guess());
        unproven.proven(channel);
        assertEquals(LATER, handle.guess());
        unproven.proven(channel);
        assertEquals(LATER, handle.guess());
    }

    @ParameterizedTest
    @CsvSource({"1048576, 1024", "8192, 1024", "1024, 128", "256, 32", "4, 1", "9223372036854775807, 1024"})
    void fewerAreLetInWhereDescriptorsAreFew(long descriptors, int limit) {
        assertEquals(limit, UnprovenConnections.limit(descriptors));
    }

    private Channel stranger() {
        Channel channel = new EmbeddedChannel();
        unproven.add(channel);
        return channel;
    }
}
