package jfab.training.ps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a user reads of a flood of connections. */
class FloodNoticeTest {
    private final List<String> console = new ArrayList<>();
    private long now = -5;
    private final FloodNotice notice = new FloodNotice(1024, console::add, () -> now);

    @Test
    void aFloodIsALine() {
        flood();
        assertEquals(1, console.size());
        assertTrue(
                console.getFirst().startsWith("more than 1024 connections at a time have not shown that they belong"));
        assertTrue(console.getFirst().contains(" 1 so far"));
    }

    @Test
    void oneThatGoesOnIsALineAnHour() {
        flood();
        now += Duration.ofHours(1).toNanos() - 1;
        flood();
        assertEquals(1, console.size());
        now += 1;
        flood();
        assertEquals(2, console.size());
        assertTrue(console.getLast().contains(" 20001 so far"));
    }

    private void flood() {
        for (int i = 0; i < 10_000; i++) {
            notice.closed(new EmbeddedChannel());
        }
    }
}
