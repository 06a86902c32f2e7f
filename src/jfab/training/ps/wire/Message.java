package jfab.training.ps.wire;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * What a trainer and a parameter server say to each other on the one stream between them.
 *
 * <pre>
 * trainer                                  server
 * Join                                     Welcome
 * Layout, Have                             Resume(0)                once all trainers have told what they have
 * Initial, Values...      (trainer 0)
 * Pull(0)                                  Current(0), Values...    once trainer 0's are there
 * Push(0, n), Values..., Pull(1)           Current(1), Values...    once every live trainer has pushed step 0
 *                                          NormParts(0)            before that, where norms are needed that
 * Norms(0)                                                         no server knows alone
 * ...
 * Bye
 * </pre>
 *
 * <p>Before a Push the trainer says RowGradients, which belong to the step; RowsAsked at any time, and the answers, Rows, come in
 * the order of the questions.
 *
 * <p>Either side may end the job with Abort, or send it back with Rollback, at any time. A stream that ends without Bye, Stop or Abort is a
 * death.
 */
public sealed interface Message {
    /**
     * A trainer asks to take part.
     *
     * @param trainer -1 if the server shall number it
     * @param session the number under which its heartbeats come, on a connection of their own
     */
    record Join(int trainer, int trainers, long session) implements Message {}

    /** The sender lives; sent back by the receiver. */
    record Beat(long session) implements Message {}

    /**
     * The server knows this trainer by this rank from now on.
     *
     * @param key opens a data connection; none where all travels over this stream
     * @param steps of the checkpoints that the server can go back to
     */
    record Welcome(int trainer, DataKey key, List<Long> steps) implements Message {
        public Welcome {
            steps = List.copyOf(steps);
        }
    }

    /** The steps that all servers offered and the trainer can go back to as well; once, before its first Pull. */
    record Have(List<Long> steps) implements Message {
        public Have {
            steps = List.copyOf(steps);
        }
    }

    /** Training goes on after this step, with the servers' values if it is above 0. */
    record Resume(long step) implements Message {}

    /**
     * A checkpoint: from trainer 0, one is to be made when the step that it pushes next is done; from a server, it was made,
     * and belongs to the values that follow.
     */
    record Mark(long step) implements Message {}

    /** The sender goes back to the last checkpoint, with new connections, because of {@code cause}; so shall all. */
    record Rollback(String cause) implements Message {}

    /**
     * From a trainer: it leaves before it has finished, and {@code cause} is what stopped it. From a server, in place of values: who was
     * stopped; there are no more steps, and rows can still be asked for until the trainer leaves as well.
     */
    record Stop(String cause) implements Message {}

    /** The digest of the slices as the trainer cuts them. */
    record Layout(String digest) implements Message {}

    /** The first values of all of this server's slices follow. */
    record Initial() implements Message {}

    /** The gradients of all of this server's slices follow, the mean over {@code samples}; nothing follows for 0 samples. */
    record Push(long step, long samples) implements Message {}

    /** Asks for the slices as they are after {@code step} steps. */
    record Pull(long step) implements Message {}

    /** All of the server's slices follow, as they are after {@code step} steps. */
    record Current(long step) implements Message {}

    /** Numbers of one slice; they come slice after slice, each in order, unless they come over a {@link DataLink}. */
    sealed interface Content extends Message {}

    /**
     * A piece of one slice: little-endian float32.
     *
     * @param slice number of the slice among those of this server
     * @param offset of the first byte within the slice
     * @param data in pieces; valid during the call that hands it over
     */
    record Values(int slice, long offset, List<ByteBuffer> data) implements Content {
        public Values {
            data = List.copyOf(data);
        }

        Values(int slice, long offset, ByteBuffer data) {
            this(slice, offset, List.of(data));
        }

        int bytes() {
            return data.stream().mapToInt(ByteBuffer::remaining).sum();
        }
    }

    /**
     * A piece of one slice in fewer bytes than {@link Values}, in whose place it comes.
     *
     * @param slice number of the slice among those of this server
     * @param offset of the first byte within the slice, as float32
     * @param count how many numbers it stands for
     * @param data as {@code encoding} has it
     */
    record Compressed(int slice, long offset, int count, Encoding encoding, ByteBuffer data) implements Content {}

    /** Asks for the ids of all rows of a sparse table that the server has. */
    record IdsAsked(String table) implements Message {}

    /**
     * Some of these ids, in ascending order.
     *
     * @param left how many follow in further messages
     * @param ids int64
     */
    record Ids(long left, ByteBuffer ids) implements Message {}

    /**
     * Asks for rows of a sparse table as they are now.
     *
     * @param ids int64, each once
     */
    record RowsAsked(String table, ByteBuffer ids) implements Message {}

    /**
     * The rows that were asked for, in the order of their ids.
     *
     * @param values float32
     */
    record Rows(ByteBuffer values) implements Message {}

    /**
     * Gradients of rows of a sparse table, the mean over the samples of the Push that follows.
     *
     * @param ids int64, each once
     * @param values float32, a row per id
     */
    record RowGradients(String table, ByteBuffer ids, ByteBuffer values) implements Message {}

    /**
     * What the gradients of one step amount to on this server, whose trainers are to add up the parts of all servers.
     *
     * @param squares the server's part of each squared norm, in the order that all servers share
     */
    record NormParts(long step, List<Double> squares) implements Message {}

    /** The squared norms of a step, over all servers. */
    record Norms(long step, List<Double> squares) implements Message {}

    /** What this trainer wants compared with all others: whether their texts are the same, and which number is the largest. */
    record Compare(String text, long number) implements Message {}

    /** What all trainers have sent to be compared. */
    record Compared(boolean same, long most) implements Message {}

    /** The digest of what this trainer feeds in its first step; from a server, to trainer 0, once all trainers have told the same one. */
    record Fed(String digest) implements Message {}

    /** This trainer has finished; the others go on without it. */
    record Bye() implements Message {}

    /** The job is over because of {@code cause}, a sentence that names the culprit. */
    record Abort(String cause) implements Message {}

    /** Bytes that are no message; never sent. */
    record Malformed(String problem) implements Message {}
}
