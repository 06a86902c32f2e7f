package jfab.control.connection.broadcast;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import jfab.control.connection.host.Host;
import org.jspecify.annotations.Nullable;

/**
 * Who of the hosts brings what to whom.
 *
 * <ul>
 *   <li>The first that comes is fed by the submitter, each other one by the last of the chain; where a chain is long, by a host that has all.
 *   <li>A host that gets nothing, or much less than its feeder got, leaves its place to the one behind it, and is fed when all others
 *       have all, by the one that has sent the least.
 *   <li>One whom no neighbour can reach, that got nothing three times or wrong bytes twice is fed by the submitter alone.
 *   <li>Who passed on wrong bytes, or nothing to two others, passes nothing on any more.
 * </ul>
 *
 * <p>What hosts say is believed for their own account only: a number decides who is fed by whom, and no byte is kept unproved.
 */
final class Chain {
    /** Hosts one behind another. */
    static final int LONGEST = 64;

    private static final long SECOND = 1_000_000_000L;
    /** How long a host may get nothing while its feeder has more; with what else that takes, less than 2 s. */
    private static final long PATIENCE = SECOND * 3 / 2;
    /** The same until its first chunk: a log-in lies before it. */
    private static final long FIRST = 6 * SECOND;

    private static final long LONG = 10 * SECOND;
    private static final int MOST_STALLS = 3;
    /** A host that complains of more than that is believed no more. */
    private static final int MOST_COMPLAINTS = 2;
    /** Chunks that lie at its feeder before a host can be called slow. */
    private static final int BACKLOG = 4;

    private record Feeding(BroadcastHost member, @Nullable BroadcastHost feeder) {}

    private final int count;
    private final LongSupplier clock;
    private final List<BroadcastHost> members = new ArrayList<>();
    /** Hosts whose home is another's as well, by their numbers, and the words for that. */
    private final Map<Integer, String> sharing = new HashMap<>();

    /** Who was fed by whom, null for the submitter, by the number of the order; none of which wrong bytes were told. */
    private final Map<Long, Feeding> feedings = new HashMap<>();

    private long orders;
    /** Whether any host has got anything from another, and how often none was reached. */
    private boolean met;

    private int missed;

    Chain(int count, LongSupplier clock) {
        this.count = count;
        this.clock = clock;
    }

    BroadcastHost member(Host host, int number, BroadcastHost.Script script) {
        return new BroadcastHost(host, number, script, clock.getAsLong());
    }

    /** A host that is ready to be told something takes part. */
    synchronized void join(BroadcastHost member) {
        members.add(member);
        member.star = sharing.getOrDefault(member.number, "");
        assign();
    }

    /** {@code member} has {@code chunks} of them. */
    synchronized void have(BroadcastHost member, int chunks) {
        if (chunks <= member.have || chunks > count) {
            return;
        }
        long now = clock.getAsLong();
        if (member.feeder != null) {
            member.feeder.sent += chunks - member.have;
            met = true;
        }
        if (member.have == member.base) {
            member.mark(now, chunks);
        }
        member.gained = now;
        BroadcastHost child = member.child;
        if (child != null && child.have >= member.have) {
            child.moved = now;
        }
        member.have = chunks;
        member.moved = now;
        if (chunks == count) {
            release(member);
        }
        assign();
    }

    /** The order by which {@code member} was to feed another has ended. */
    synchronized void fed(BroadcastHost member, long order, boolean well, String words) {
        BroadcastHost child = member.child;
        if (child == null || child.order != order || well) {
            return;
        }
        release(child);
        child.failedFrom.add(member);
        if (child.have == child.base) {
            // Whichever of the two it is: another pair tells, unless no pair has ever met.
            if (++member.unheard > 1) {
                member.distrusted = true;
            }
            if (child.failedFrom.size() > 1 || (!met && ++missed > 1)) {
                star(child, member.host + " cannot pass it on there" + (words.isEmpty() ? "" : ": " + words));
            }
        }
        assign();
    }

    /** {@code member} cannot let its feeder in. */
    synchronized void refused(BroadcastHost member, long order, String words) {
        if (member.order == order) {
            release(member);
            star(member, words);
            assign();
        }
    }

    /** {@code member} lets its feeder in. */
    synchronized void allowed(BroadcastHost member, long order) {
        if (member.order == order && member.feeder != null) {
            member.moved = clock.getAsLong();
            member.feeder.script.feed(order, member);
        }
    }

    /** The submitter's own feeding of {@code member} has ended too soon. */
    synchronized void fedFromHere(BroadcastHost member, long order, String words) {
        if (member.order == order && member.have < count) {
            release(member);
            if (member.have == member.base) {
                giveUp(member, words);
            }
            assign();
        }
    }

    /** {@code member} was brought bytes that are not those. Its feeder may have told sooner that the order has ended by that. */
    synchronized void bad(BroadcastHost member, long order) {
        Feeding feeding = feedings.get(order);
        if (feeding == null || !feeding.member().equals(member)) {
            return;
        }
        feedings.remove(order);
        BroadcastHost feeder = feeding.feeder();
        if (feeder == null) {
            // What is here has changed since it was looked at.
            giveUp(member, "what is sent has changed meanwhile");
        } else if (member.complaints < MOST_COMPLAINTS) {
            cut(feeder, false);
            feeder.distrusted = true;
            member.script.notice("was brought other bytes by " + feeder.host
                    + " than are sent, and did not keep them; nobody is fed by that host any more");
        }
        if (++member.complaints >= MOST_COMPLAINTS) {
            star(member, "it was brought wrong bytes twice");
        }
        assign();
    }

    /** Nothing more can be expected of {@code member}. */
    synchronized void leave(BroadcastHost member) {
        if (!member.gone) {
            member.gone = true;
            release(member);
            BroadcastHost child = member.child;
            if (child != null) {
                release(child);
            }
            assign();
        }
    }

    /** The host with {@code number} has its home together with another: both are fed by the submitter. */
    synchronized void shared(int number, String why) {
        sharing.put(number, why);
        for (BroadcastHost member : members) {
            if (member.number == number) {
                cut(member, false);
                star(member, why);
            }
        }
        assign();
    }

    /**
     * Waits until nobody needs anything any more that only hosts of this chain have. Whoever gets nothing, or says so, is fed by the submitter
     * alone after a while ({@link #tick}), and waited for no longer.
     */
    synchronized void finish() throws InterruptedException {
        while (active().anyMatch(member -> member.have < count && member.star.isEmpty())) {
            wait();
        }
    }

    synchronized List<BroadcastHost> starred() {
        return members.stream().filter(member -> !member.star.isEmpty()).toList();
    }

    synchronized String reason(BroadcastHost member) {
        return member.star;
    }

    /** How many were brought all by others. */
    synchronized long passedOn() {
        return members.stream()
                .filter(member -> member.have == count && member.star.isEmpty())
                .count();
    }

    /** Cuts out who gets nothing, or much less than it could. */
    synchronized void tick() {
        long now = clock.getAsLong();
        for (BroadcastHost member : List.copyOf(members)) {
            if (member.order != 0 && member.have < count) {
                if (stalled(member, now)) {
                    BroadcastHost feeder = member.feeder;
                    member.script.notice("got nothing for a while"
                            + (feeder == null ? "" : " of what " + feeder.host + " has") + "; gives way to the others");
                    cut(member, true);
                } else if (slow(member, now)) {
                    member.script.notice("is much slower than what lies before it; gives way to the others");
                    cut(member, false);
                }
            }
        }
        assign();
    }

    private boolean stalled(BroadcastHost member, long now) {
        boolean first = member.have == member.base;
        if (member.fromHere) {
            return member.star.isEmpty()
                    && now - Math.max(member.moved, member.script.sentFromHere()) > (first ? FIRST : patience(member));
        }
        BroadcastHost feeder = member.feeder;
        return feeder != null && feeder.have > member.have && now - member.moved > (first ? FIRST : patience(member));
    }

    /** Longer where a chunk takes long. */
    private static long patience(BroadcastHost member) {
        long pace = (member.gained - member.joined) / Math.max(1, member.have);
        return Math.clamp(3 * pace, PATIENCE, LONG);
    }

    /**
     * Whether others wait for a host that its feeder could bring more. Its feeder is measured by what it got itself; where the next one
     * is as slow, the fault is not the host's, and that is not asked again.
     */
    private boolean slow(BroadcastHost member, long now) {
        BroadcastHost feeder = member.feeder;
        long time = now - member.marked;
        if (feeder == null || member.have == member.base || time < PATIENCE) {
            return false;
        }
        int got = member.have - member.markedAt;
        boolean behind = member.behind;
        member.mark(now, member.have);
        member.behind = feeder.have - member.have > BACKLOG;
        boolean slow = behind
                && member.behind
                && member.child != null
                && feeder.starved == 0
                && 3.0 * got / time < (double) feeder.have / Math.max(1, feeder.gained - feeder.joined);
        if (slow) {
            feeder.starved++;
        }
        return slow;
    }

    /** Takes {@code member} out of the chain: what it fed is fed by what fed it. */
    private void cut(BroadcastHost member, boolean stalled) {
        BroadcastHost feeder = member.feeder;
        BroadcastHost child = member.child;
        release(member);
        if (child != null) {
            release(child);
        }
        member.slow = true;
        if (stalled) {
            if (feeder != null && ++feeder.starved > 1) {
                feeder.distrusted = true;
            }
            if (++member.stalls >= MOST_STALLS) {
                star(member, "it got nothing " + member.stalls + " times");
            }
        }
    }

    /** Ends the feeding of {@code member}. */
    private void release(BroadcastHost member) {
        if (member.order == 0) {
            return;
        }
        BroadcastHost feeder = member.feeder;
        if (feeder != null) {
            feeder.child = null;
            if (member.have < count || member.gone) {
                feeder.script.stop();
            }
        } else if (member.fromHere && (member.have < count || member.gone)) {
            member.script.stopFromHere();
        }
        member.feeder = null;
        member.fromHere = false;
        member.order = 0;
    }

    /** The host is sent all of it once more, by itself. */
    private void giveUp(BroadcastHost member, String why) {
        star(member, why);
        leave(member);
        member.script.giveUp();
    }

    private void star(BroadcastHost member, String why) {
        if (member.star.isEmpty()) {
            member.star = why;
        }
    }

    /** Finds somebody for each that waits to be fed; those that were cut out come last. */
    private void assign() {
        waiting(false).forEach(this::assign);
        if (active().allMatch(member -> member.have == count || member.slow)) {
            waiting(true).forEach(this::assign);
        }
        notifyAll();
    }

    private List<BroadcastHost> waiting(boolean slow) {
        return active().filter(member -> member.order == 0 && member.have < count && member.slow == slow)
                .toList();
    }

    private Stream<BroadcastHost> active() {
        return members.stream().filter(member -> !member.gone);
    }

    private void assign(BroadcastHost member) {
        Optional<BroadcastHost> feeder = member.star.isEmpty() ? feeder(member) : Optional.empty();
        if (feeder.isPresent()) {
            begin(member, feeder.get());
            member.script.allow(member.order, feeder.get());
        } else if (!member.star.isEmpty() || active().noneMatch(other -> mayFeed(other, member))) {
            begin(member, null);
            member.script.feedFromHere(member.order, member.have);
        }
    }

    private void begin(BroadcastHost member, @Nullable BroadcastHost feeder) {
        member.feeder = feeder;
        member.fromHere = feeder == null;
        member.order = ++orders;
        feedings.put(orders, new Feeding(member, feeder));
        member.base = member.have;
        member.moved = clock.getAsLong();
        member.behind = false;
        if (feeder != null) {
            feeder.child = member;
        }
    }

    private Optional<BroadcastHost> feeder(BroadcastHost member) {
        return active().filter(other -> mayFeed(other, member)
                        && other.child == null
                        && (other.have == count || (depth(other) < LONGEST && !member.slow)))
                .min(Comparator.<BroadcastHost>comparingInt(other -> other.sent)
                        .thenComparingInt(other -> -other.have));
    }

    /** Whether {@code other} may feed {@code member}, now or when it has all and is free. */
    private boolean mayFeed(BroadcastHost other, BroadcastHost member) {
        return !other.equals(member)
                && (other.order != 0 || other.have == count)
                && other.star.isEmpty()
                && !other.distrusted
                && !member.failedFrom.contains(other)
                && !other.descendsFrom(member);
    }

    private int depth(BroadcastHost member) {
        BroadcastHost feeder = member.feeder;
        return member.have == count || feeder == null ? 1 : 1 + depth(feeder);
    }
}
