package jfab.ps;

import java.util.Collections;
import java.util.Iterator;

/** A trainer that has joined, as the serving thread knows it. */
final class Member {
    private static final long NONE = -1;

    private final int rank;
    private final TrainerLink link;
    private boolean live = true;
    private boolean pushed;
    private long samples;
    private long wanted = NONE;
    private Iterator<Message> outgoing = Collections.emptyIterator();

    Member(int rank, TrainerLink link) {
        this.rank = rank;
        this.link = link;
    }

    int rank() {
        return rank;
    }

    TrainerLink link() {
        return link;
    }

    /** Whether the job still waits for its gradients. */
    boolean live() {
        return live;
    }

    boolean pushed() {
        return pushed;
    }

    /** How many samples its gradients of this step are the mean of; 0 if there are none. */
    long samples() {
        return pushed && live ? samples : 0;
    }

    void push(long count) {
        pushed = true;
        samples = count;
    }

    void nextStep() {
        pushed = false;
    }

    void leave() {
        live = false;
        link.end();
    }

    void pull(long step) {
        wanted = step;
    }

    /** Answers the pull of {@code step} if there is one: {@code values} go out as the link takes them. */
    void answer(long step, Iterator<Message> values) {
        if (wanted == step) {
            wanted = NONE;
            outgoing = values;
            link.current(step);
            pump();
        }
    }

    /** Sends what is to be sent until the link is full; to be called again when it is ready. */
    void pump() {
        while (outgoing.hasNext() && link.ready()) {
            link.send(outgoing.next());
        }
    }
}
