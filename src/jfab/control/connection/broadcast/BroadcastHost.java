package jfab.control.connection.broadcast;

import java.util.HashSet;
import java.util.Set;
import jfab.control.connection.host.Host;
import org.jspecify.annotations.Nullable;

/** A host of a broadcast: what it has, who brings it more, and whom it brings that. All of it belongs to the {@link Chain}. */
final class BroadcastHost {
    /** What a member can be told. */
    interface Script {
        /** Lets {@code feeder}, and nobody else, bring chunks. */
        void allow(long order, BroadcastHost feeder);

        /** Brings {@code child} what it lacks. */
        void feed(long order, BroadcastHost child);

        /** Brings nobody anything any more. */
        void stop();

        /** Is brought what it lacks by the submitter. */
        void feedFromHere(long order, int first);

        void stopFromHere();

        /** Has no part in it any more. */
        void giveUp();

        /** Tells the user something about it. */
        void notice(String text);

        /** When a byte was last sent to it from here, in nanoseconds of the system's clock. */
        long sentFromHere();
    }

    final Host host;
    final int number;
    final Script script;
    /** How many chunks it has, from the first on. */
    int have;
    /** How many chunks it brought to others. */
    int sent;
    /** Who brings it more; null for nobody, or for the submitter. */
    @Nullable
    BroadcastHost feeder;
    /** Whom it brings that. */
    @Nullable
    BroadcastHost child;
    /** The number of the order by which it is fed; 0 where it is not. */
    long order;
    /** Whether that was the submitter's own turn. */
    boolean fromHere;
    /** What it had when this order was given. */
    int base;
    /** When it last got a chunk, an order, or a feeder that has more than it; in nanoseconds. */
    long moved;
    /** When it last got a chunk. */
    long gained;
    /** When its pace was last looked at, what it had then, and whether it could have had more. */
    long marked;

    int markedAt;
    boolean behind;
    /** When it joined. */
    final long joined;
    /** It was cut out, and is brought the rest when all others have it. */
    boolean slow;
    /** How often it got nothing. */
    int stalls;
    /** How often those whom it fed got nothing. */
    int starved;
    /** How many others it did not reach. */
    int unheard;
    /** It brings others nothing any more. */
    boolean distrusted;
    /** Why it is fed by the submitter alone; empty where it is not. */
    String star = "";
    /** How often it was brought wrong bytes. */
    int complaints;
    /** It has left, well served or not. */
    boolean gone;

    final Set<BroadcastHost> failedFrom = new HashSet<>();

    BroadcastHost(Host host, int number, Script script, long now) {
        this.host = host;
        this.number = number;
        this.script = script;
        this.joined = now;
        this.moved = now;
        this.gained = now;
    }

    void mark(long now, int chunks) {
        marked = now;
        markedAt = chunks;
    }

    boolean descendsFrom(BroadcastHost other) {
        for (BroadcastHost above = feeder; above != null; above = above.feeder) {
            if (above.equals(other)) {
                return true;
            }
        }
        return false;
    }
}
