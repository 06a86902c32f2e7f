package jfab.ps;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import jfab.ps.Message.Compressed;
import jfab.ps.Message.Content;
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

    void accept(Content content) throws ProtocolException {
        switch (content) {
            case Values values -> accept(values);
            case Compressed values -> accept(values);
        }
    }

    private void accept(Values values) throws ProtocolException {
        SliceView view = next(values.slice(), values.offset(), values.bytes());
        for (ByteBuffer piece : values.data()) {
            int count = piece.remaining();
            view.write(position, piece);
            position += count;
        }
        finishSlice(view);
    }

    private void accept(Compressed values) throws ProtocolException {
        int bytes = values.count() * Float.BYTES;
        SliceView view = next(values.slice(), values.offset(), bytes);
        float[] numbers = values.encoding().decode(values.count(), values.data());
        ByteBuffer plain = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        plain.asFloatBuffer().put(numbers);
        view.write(position, plain);
        position += bytes;
        finishSlice(view);
    }

    private SliceView next(int number, long offset, int bytes) throws ProtocolException {
        if (full() || number != slice || offset != position) {
            throw new ProtocolException("values of slice " + number + " at byte " + offset + " where "
                    + (full() ? "none were expected" : "slice " + slice + " at byte " + position + " was expected"));
        }
        SliceView view = slices.get(slice);
        if (bytes == 0 || bytes % Float.BYTES != 0 || bytes > view.length() - position) {
            throw new ProtocolException(
                    bytes + " bytes for slice " + slice + ", of which " + (view.length() - position) + " are missing");
        }
        return view;
    }

    private void finishSlice(SliceView view) {
        if (position == view.length()) {
            slice++;
            position = 0;
        }
    }
}
