package jfab.training.ps.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import jfab.role.Endpoint;
import jfab.training.ps.job.Deadlines;
import org.junit.jupiter.api.Test;

class ClientHandshakeTest {
    private static final Deadlines DEADLINES = new Deadlines(Duration.ofSeconds(30), Duration.ofSeconds(10));

    private static EmbeddedChannel channel() {
        EmbeddedChannel channel = new EmbeddedChannel();
        channel.freezeTime();
        channel.pipeline()
                .addLast(new ClientHandshake(
                        new ClientHandshake.Terms(
                                Endpoint.parse("127.0.0.1:1"), new JobSecret("secret"), null, DEADLINES, reason -> {}),
                        new ChannelInboundHandlerAdapter()));
        channel.pipeline().fireChannelActive();
        return channel;
    }

    private static void wait(EmbeddedChannel channel) {
        channel.advanceTimeBy(31, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
    }

    @Test
    void whoProvesNothingIsCutOff() {
        EmbeddedChannel channel = channel();
        wait(channel);
        assertEquals(
                "it did not prove within 30 s that it knows the job's secret",
                assertThrows(IOException.class, channel::checkException).getMessage());
    }

    /** As of a server that goes back to a checkpoint: Netty would write down, long after, what nobody takes. */
    @Test
    void aConnectionThatIsGoneHasNoEndOfItsTime() {
        EmbeddedChannel channel = channel();
        channel.pipeline().fireChannelInactive();
        wait(channel);
        channel.checkException();
        assertTrue(channel.isOpen(), "nothing was closed that is closed already");
    }
}
