package jfab.training.ps;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import jfab.training.ps.wire.ChunkEncoder;
import jfab.training.ps.wire.DataLink;
import jfab.training.ps.wire.Message;
import jfab.training.ps.wire.SliceView;

/** A trainer that has joined, as the serving thread knows it. */
final class JoinedTrainer {
    private static final long NONE = -1;

    private final int rank;
    private final TrainerLink link;
    private boolean live = true;
    private boolean finished;
    private boolean pushed;
    private boolean answered;
    private long marked;
    private long step;
    private long seen;
    private long samples;
    private long wanted = NONE;
    private final Deque<Iterator<Message>> outgoing = new ArrayDeque<>();

    JoinedTrainer(int rank, TrainerLink link) {
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

    /** Whether its gradients of this step are there. */
    boolean pushed() {
        return pushed;
    }

    /** The step that it is at, from 0. */
    long step() {
        return step;
    }

    /** How many samples its gradients of this step are the mean of; 0 if there are none. */
    long samples() {
        return pushed && live ? samples : 0;
    }

    /** How often the parameters had changed when it was last given them. */
    long seen() {
        return seen;
    }

    /** Begins after {@code resumed} steps. */
    void begin(long resumed) {
        step = resumed;
        marked = Math.max(marked, resumed);
    }

    /** Whether it has not been given values yet. */
    boolean begins() {
        return !answered;
    }

    /** Tells of the checkpoint after {@code saved} steps, once. */
    void mark(long saved) {
        if (marked < saved) {
            marked = saved;
            link.send(new Message.Mark(saved));
        }
    }

    void push(long count) {
        pushed = true;
        samples = count;
    }

    void nextStep() {
        pushed = false;
        step++;
    }

    /** It has nothing more to do, and waits for the others. */
    void finish() {
        live = false;
        finished = true;
    }

    /** Whether it waits for the others to finish. */
    boolean finished() {
        return finished;
    }

    void leave() {
        live = false;
        finished = false;
        link.end();
    }

    void pull(long asked) {
        wanted = asked;
    }

    /** Whether it waits for values. */
    boolean waiting() {
        return wanted != NONE;
    }

    /** The step that it waits to begin. */
    long wanted() {
        return wanted;
    }

    /**
     * Answers its pull: {@code values} go out as the link takes them.
     *
     * @param changes how often the parameters have changed until now
     */
    void answer(long changes, List<SliceView> values, ChunkEncoder encoder) {
        seen = changes;
        link.current(wanted);
        wanted = NONE;
        answered = true;
        DataLink data = link.data();
        if (data != null && encoder.plain()) {
            data.sendAll(values);
        } else {
            send(encoder.messages(values));
        }
    }

    /** Answers its pull with {@code message} in place of values. */
    void refuse(Message message) {
        wanted = NONE;
        send(List.of(message).iterator());
    }

    /** Sends {@code messages} after all that is to be sent already. */
    void send(Iterator<Message> messages) {
        outgoing.add(messages);
        pump();
    }

    /** Sends what is to be sent until the link is full; to be called again when it is ready. */
    void pump() {
        while (!outgoing.isEmpty() && link.ready()) {
            if (outgoing.getFirst().hasNext()) {
                link.send(outgoing.getFirst().next());
            } else {
                outgoing.removeFirst();
            }
        }
    }
}
