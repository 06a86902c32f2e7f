package jfab.ps;

import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What one server has been asked for and has not answered yet; the training thread asks, the network thread hears the answers. */
final class RowQuestions {
    private final Queue<RowSink> open = new ConcurrentLinkedQueue<>();

    /** To be called before the question is sent. */
    void add(RowSink sink) {
        open.add(sink);
    }

    boolean answered() {
        return open.isEmpty();
    }

    /** Takes the next answer. */
    void answer(ByteBuffer values) throws ProtocolException {
        RowSink sink = open.peek();
        if (sink == null) {
            throw new ProtocolException("rows that were not asked for");
        }
        sink.accept(values);
        // Only now may the training thread see that all is there.
        open.remove();
    }
}
