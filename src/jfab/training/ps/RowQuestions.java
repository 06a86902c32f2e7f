package jfab.training.ps;

import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What one server has been asked for and has not answered yet; the training thread asks, the network thread hears the answers. */
final class RowQuestions {
    private final Queue<RowSink> open = new ConcurrentLinkedQueue<>();
    private final Queue<RowIds> lists = new ConcurrentLinkedQueue<>();
    private final Runnable listener;

    /**
     * @param listener is told when nothing is open any more
     */
    RowQuestions(Runnable listener) {
        this.listener = listener;
    }

    /** To be called before the question is sent. */
    void add(RowSink sink) {
        open.add(sink);
    }

    /** To be called before the question is sent. */
    void add(RowIds ids) {
        lists.add(ids);
    }

    boolean answered() {
        return open.isEmpty() && lists.isEmpty();
    }

    /** Takes the next rows. */
    void answer(ByteBuffer values) throws ProtocolException {
        RowSink sink = open.peek();
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
        RowIds list = lists.peek();
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
}
