package jfab.training.ps.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When a server that is flooded stops accepting, and when it goes on. */
class AcceptBackpressureTest {
    private final EmbeddedChannel server = new EmbeddedChannel(new AcceptBackpressure());
    private final List<EmbeddedChannel> waiting = new ArrayList<>();

    @Test
    void noMoreAreAcceptedThanAreTakenOver() throws Exception {
        accept(AcceptBackpressure.MOST - 1);
        assertTrue(server.config().isAutoRead());
        accept(1);
        assertFalse(server.config().isAutoRead());
        waiting.getFirst().register();
        assertTrue(server.config().isAutoRead());
        accept(1);
        assertFalse(server.config().isAutoRead());
    }

    @Test
    void whatIsTakenOverAndClosedIsCountedOnce() throws Exception {
        accept(AcceptBackpressure.MOST + 1);
        waiting.getFirst().register();
        waiting.getFirst().close().sync();
        assertFalse(server.config().isAutoRead());
        waiting.get(1).register();
        assertTrue(server.config().isAutoRead());
    }

    @Test
    void connectionsArePassedOnAsTheyAre() throws Exception {
        accept(1);
        assertEquals(waiting.getFirst(), server.readInbound());
        waiting.getFirst().register();
        assertEquals(
                List.of(),
                List.copyOf(waiting.getFirst().pipeline().names()).stream()
                        .filter(name -> name.contains("TakenOver"))
                        .toList());
    }

    private void accept(int count) {
        for (int i = 0; i < count; i++) {
            EmbeddedChannel connection = new EmbeddedChannel(false, true);
            waiting.add(connection);
            server.writeInbound(connection);
        }
    }
}
