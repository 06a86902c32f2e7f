package jfab.training.ps;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** The ids of the rows of a table that one server has, as they come. */
final class RowIds {
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
