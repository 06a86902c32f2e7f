package jfab.control.launch.start;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import jfab.control.launch.start.Ring.Link;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RingTest {
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 8, 201})
    void eachHostSendsToEachNeighbourOnceAndNeverHasTwoLinesAtATime(int hosts) {
        List<Link> all = new ArrayList<>();
        for (List<Link> round : new Ring(hosts).rounds()) {
            Set<Integer> busy = new HashSet<>();
            for (Link link : round) {
                assertTrue(busy.add(link.from()) && busy.add(link.to()), () -> "two lines in " + round);
            }
            all.addAll(round);
        }
        Set<Link> expected = new HashSet<>();
        for (int host = 0; host < hosts; host++) {
            expected.add(new Link(host, (host + 1) % hosts));
            expected.add(new Link((host + 1) % hosts, host));
        }
        assertEquals(expected, Set.copyOf(all));
        assertEquals(expected.size(), all.size());
    }
}
