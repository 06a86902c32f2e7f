package jfab.control.connection.broadcast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import jfab.control.connection.host.Host;
import org.junit.jupiter.api.Test;

class ChainTest {
    private static final int COUNT = 100;
    private static final long SECOND = 1_000_000_000L;

    private long now = SECOND;
    private final Chain chain = new Chain(COUNT, () -> now);
    private final List<BroadcastHost> members = new ArrayList<>();
    private final List<String> told = new ArrayList<>();

    /** A host that does as it is told at once; {@code order} is the newest, {@code from} who feeds it: "here" or a host. */
    private final class Obedient implements BroadcastHost.Script {
        private final int number;
        private long order;
        private String from = "";

        Obedient(int number) {
            this.number = number;
        }

        @Override
        public void allow(long given, BroadcastHost feeder) {
            order = given;
            from = feeder.host.name();
        }

        @Override
        public void feed(long given, BroadcastHost child) {}

        @Override
        public void stop() {}

        @Override
        public void feedFromHere(long given, int first) {
            order = given;
            from = "here";
        }

        @Override
        public void stopFromHere() {}

        @Override
        public void giveUp() {
            from = "given up";
        }

        @Override
        public void notice(String text) {
            told.add("h" + number + " " + text);
        }

        @Override
        public long sentFromHere() {
            return now;
        }
    }

    private void join(int hosts) {
        for (int i = 0; i < hosts; i++) {
            int number = members.size();
            BroadcastHost member = chain.member(new Host("h" + number, null, 22), number, new Obedient(number));
            members.add(member);
            chain.join(member);
        }
    }

    private Obedient script(int host) {
        return (Obedient) members.get(host).script;
    }

    private String from(int host) {
        return script(host).from;
    }

    /** All have {@code chunks}, those before them in the chain first. */
    private void have(int chunks, int... hosts) {
        for (int host : hosts) {
            chain.have(members.get(host), chunks);
        }
    }

    private void pass(double seconds) {
        for (double each = 0; each < seconds; each += 0.25) {
            now += SECOND / 4;
            chain.tick();
        }
    }

    @Test
    void eachIsFedByTheOneThatCameBefore() {
        join(4);
        assertEquals(
                List.of("here", "h0", "h1", "h2"),
                IntStream.range(0, 4).mapToObj(this::from).toList());
    }

    @Test
    void whoWasFedByADeadOneIsFedByTheOneBeforeThat() {
        join(5);
        have(50, 0, 1, 2, 3, 4);
        chain.leave(members.get(2));
        assertEquals("h1", from(3));
        assertEquals("h3", from(4));
    }

    @Test
    void whoFollowsADeadHeadIsFedFromHere() {
        join(3);
        have(50, 0, 1, 2);
        chain.leave(members.get(0));
        assertEquals("here", from(1));
        assertEquals("h1", from(2));
    }

    @Test
    void whoGetsNothingGivesWayWithinTwoSecondsAndIsFedByTheLastWhenAllOthersHaveAll() {
        join(4);
        have(10, 0, 1, 2, 3);
        long begin = now;
        // Host 1 is frozen: it says nothing any more, and host 2 gets nothing of it.
        for (int chunks = 11; !from(2).equals("h0"); chunks++) {
            have(chunks, 0);
            pass(0.25);
            assertTrue(now - begin <= 2 * SECOND, "after 2 s " + from(2));
        }
        have(COUNT, 0, 2, 3);
        assertEquals("h3", from(1), told::toString);
    }

    @Test
    void whoIsSlowGivesWay() {
        join(4);
        for (int step = 1; step <= 20; step++) {
            have(step * 4, 0);
            have(Math.max(1, step / 2), 1, 2, 3);
            pass(0.25);
        }
        assertEquals("h0", from(2), told::toString);
        assertEquals(List.of("h1 is much slower than what lies before it; gives way to the others"), told);
    }

    @Test
    void nobodyIsSlowWhereAllAre() {
        join(4);
        for (int step = 1; step <= 30; step++) {
            have(step, 0, 1, 2, 3);
            pass(3);
        }
        assertEquals(List.of(), told);
    }

    @Test
    void aLongChainEndsAndTheNextBeginsAtAHostThatHasAll() {
        join(70);
        assertEquals("h62", from(63));
        assertEquals("", from(64));
        have(COUNT, IntStream.range(0, 64).toArray());
        assertEquals("h63", from(64));
        assertEquals("h0", from(65));
    }

    @Test
    void whoPassesOnOtherBytesPassesOnNothingMore() {
        join(4);
        have(10, 0, 1, 2);
        chain.bad(members.get(2), script(2).order);
        assertTrue(told.getFirst().startsWith("h2 was brought other bytes by h1"), told::toString);
        assertEquals("h0 h2", from(2) + " " + from(3));
        have(COUNT, 0, 2, 3);
        assertEquals("h3", from(1));
    }

    @Test
    void whoPassedOnOtherBytesIsKnownAlsoWhereItSaysFirstThatItWasCutOff() {
        join(4);
        have(10, 0, 1, 2);
        long order = script(2).order;
        chain.fed(members.get(1), order, false, "Broken pipe");
        chain.bad(members.get(2), order);
        assertTrue(told.getFirst().startsWith("h2 was brought other bytes by h1"), told::toString);
        chain.bad(members.get(2), order);
        assertEquals(1, told.size(), "it was told twice");
        have(COUNT, 0, 2, 3);
        assertEquals("h3", from(1));
    }

    @Test
    void whereNobodyReachesAnotherAllAreFedFromHere() {
        join(4);
        for (int host = 1; host < 4; host++) {
            BroadcastHost child = members.get(host);
            while (child.feeder != null) {
                chain.fed(child.feeder, child.order, false, "Connection refused");
            }
        }
        assertEquals(
                List.of("here", "here", "here", "here"),
                IntStream.range(0, 4).mapToObj(this::from).toList());
    }

    @Test
    void whatTheHostsSayOfOthersOrTooMuchChangesNothing() {
        join(3);
        chain.have(members.get(2), COUNT + 1);
        chain.bad(members.get(2), 77);
        chain.fed(members.get(2), script(1).order, false, "");
        chain.refused(members.get(2), script(1).order, "");
        assertEquals(
                List.of("here", "h0", "h1"),
                IntStream.range(0, 3).mapToObj(this::from).toList());
    }

    @Test
    void whoGetsNoByteOfWhatIsSentFromHereIsGivenUp() {
        join(1);
        chain.fedFromHere(members.getFirst(), script(0).order, "no space left");
        assertEquals("given up", from(0));
    }

    /** It may say that it has all and never take it, or have nobody but the submitter who brings it anything. */
    @Test
    void nobodyWaitsForAHostThatNeedsNoOther() {
        join(3);
        chain.have(members.get(0), COUNT);
        chain.have(members.get(1), COUNT);
        chain.shared(2, "its home is another's as well");
        assertTimeoutPreemptively(Duration.ofSeconds(10), chain::finish);
    }
}
