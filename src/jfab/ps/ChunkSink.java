package jfab.ps;

import java.nio.ByteBuffer;
import java.util.List;
import jfab.ps.Message.Values;

/** Slices that are being filled from messages; refuses any that is not the next one. */
final class ChunkSink {
    private final List<SliceView> slices;
    private int slice;
    private long position;

    ChunkSink(List<SliceView> slices) {
        this.slices = slices;
    }

    boolean full() {
        return slice == slices.size();
    }

    void accept(Values values) throws ProtocolException {
        if (full() || values.slice() != slice || values.offset() != position) {
            throw new ProtocolException("values of slice " + values.slice() + " at byte " + values.offset() + " where "
                    + (full() ? "none were expected" : "slice " + slice + " at byte " + position + " was expected"));
        }
        SliceView view = slices.get(slice);
        int bytes = values.bytes();
        if (bytes == 0 || bytes % Float.BYTES != 0 || bytes > view.length() - position) {
            throw new ProtocolException(bytes + " bytes for slice " + slice + ", of which "
                    + (view.length() - position) + " are missing");
        }
        for (ByteBuffer piece : values.data()) {
            int count = piece.remaining();
            view.write(position, piece);
            position += count;
        }
        if (position == view.length()) {
            slice++;
            position = 0;
        }
    }
}
