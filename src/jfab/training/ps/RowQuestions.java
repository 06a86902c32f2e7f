package jfab.training.ps;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;
import jfab.training.ps.wire.ProtocolException;

/** What one server has been asked for and has not answered yet; the training thread asks, the network thread hears the answers. */
final class RowQuestions {
    private final Queue<Sink> open = new ConcurrentLinkedQueue<>();
    private final Queue<IdSink> lists = new ConcurrentLinkedQueue<>();
    private final Runnable listener;

    /**
     * @param listener is told when nothing is open any more
     */
    RowQuestions(Runnable listener) {
        this.listener = listener;
    }

    /** To be called before the question is sent. */
    void add(Sink sink) {
        open.add(sink);
    }

    /** To be called before the question is sent. */
    void add(IdSink ids) {
        lists.add(ids);
    }

    boolean answered() {
        return open.isEmpty() && lists.isEmpty();
    }

    /** Takes the next rows. */
    void answer(ByteBuffer values) throws ProtocolException {
        Sink sink = open.peek();
        if (sink == null) {
            throw new ProtocolException("rows that were not asked for");
        }
        sink.accept(values);
        // Only now may the training thread see that all is there.
        open.remove();
        tell();
    }

    /** Takes the next ids of rows, after which {@code left} are to come. */
    void answer(long left, ByteBuffer ids) throws ProtocolException {
        IdSink list = lists.peek();
        if (list == null) {
            throw new ProtocolException("ids that were not asked for");
        }
        list.accept(ids);
        if (left == 0) {
            lists.remove();
            tell();
        }
    }

    private void tell() {
        if (answered()) {
            listener.run();
        }
    }

    /** Where the answer to one question for rows goes. */
    static final class Sink {
        private final ByteBuffer target;
        private final int[] rows;
        private final int bytes;

        /**
         * @param target all rows that the trainer has asked for, from whichever server
         * @param rows which of them come, in the order of the answer
         * @param bytes per row
         */
        Sink(ByteBuffer target, int[] rows, int bytes) {
            this.target = target;
            this.rows = rows;
            this.bytes = bytes;
        }

        void accept(ByteBuffer values) throws ProtocolException {
            if (values.remaining() != (long) rows.length * bytes) {
                throw new ProtocolException(
                        values.remaining() + " bytes for " + rows.length + " rows of " + bytes + " bytes each");
            }
            for (int i = 0; i < rows.length; i++) {
                target.put(rows[i] * bytes, values, values.position() + i * bytes, bytes);
            }
        }
    }

    /** The ids of the rows of a table that one server has, as they come. */
    static final class IdSink {
        private final List<long[]> parts = new ArrayList<>();

        void accept(ByteBuffer ids) throws ProtocolException {
            if (ids.remaining() % Long.BYTES != 0) {
                throw new ProtocolException("ids of rows that end in the middle of one");
            }
            long[] part = new long[ids.remaining() / Long.BYTES];
            ids.asLongBuffer().get(part);
            parts.add(part);
        }

        LongStream stream() {
            return parts.stream().flatMapToLong(LongStream::of);
        }
    }
}
