package jfab.training.ps.wire;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.BitSet;
import java.util.List;
import jfab.training.ps.wire.Message.Compressed;
import jfab.training.ps.wire.Message.Content;
import jfab.training.ps.wire.Message.Values;

/**
 * Slices that are being filled: one after the other, each once, in any order.
 *
 * <p>Either from messages or from a data connection, whose threads differ.
 */
public final class ChunkSink {
    /** Where a piece of a slice is to be written. */
    record Place(WireFrame frame, ByteBuffer bytes) {}

    private final List<SliceView> slices;
    private final BitSet filled = new BitSet();
    private int slice;
    private long position;

    public ChunkSink(List<SliceView> slices) {
        this.slices = slices;
    }

    public synchronized boolean full() {
        return filled.cardinality() == slices.size();
    }

    public synchronized void accept(Content content) throws ProtocolException {
        switch (content) {
            case Values values -> accept(values);
            case Compressed values -> accept(values);
        }
    }

    /** Room for the next piece: the slice's own memory. */
    synchronized Place place(WireFrame frame) throws ProtocolException {
        SliceView view = next(frame.slice(), frame.offset(), frame.length());
        return new Place(frame, view.bytes(frame.offset(), frame.length()));
    }

    /** All of {@code place} has been written. */
    synchronized void placed(Place place) throws ProtocolException {
        WireFrame frame = place.frame();
        SliceView view = next(frame.slice(), frame.offset(), frame.length());
        advance(view, frame.length());
    }

    private void accept(Values values) throws ProtocolException {
        SliceView view = next(values.slice(), values.offset(), values.bytes());
        for (ByteBuffer piece : values.data()) {
            int count = piece.remaining();
            view.write(position, piece);
            position += count;
        }
        advance(view, 0);
    }

    private void accept(Compressed values) throws ProtocolException {
        int bytes = values.count() * Float.BYTES;
        SliceView view = next(values.slice(), values.offset(), bytes);
        float[] numbers = values.encoding().decode(values.count(), values.data());
        ByteBuffer plain = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        plain.asFloatBuffer().put(numbers);
        view.write(position, plain);
        advance(view, bytes);
    }

    private SliceView next(int number, long offset, int bytes) throws ProtocolException {
        boolean another = position == 0 && number >= 0 && number < slices.size() && !filled.get(number);
        if (offset != position || !(another || (position > 0 && number == slice))) {
            throw new ProtocolException("values of slice " + number + " at byte " + offset + " where "
                    + (full() ? "none were expected" : expected()));
        }
        SliceView view = slices.get(number);
        if (bytes <= 0 || bytes % Float.BYTES != 0 || bytes > view.length() - position) {
            throw new ProtocolException(
                    bytes + " bytes for slice " + number + ", of which " + (view.length() - position) + " are missing");
        }
        slice = number;
        return view;
    }

    private String expected() {
        return position > 0
                ? "slice " + slice + " at byte " + position + " was expected"
                : "the first byte of slice " + filled.nextClearBit(0) + " or of another that is missing was expected";
    }

    private void advance(SliceView view, int bytes) {
        position += bytes;
        if (position == view.length()) {
            filled.set(slice);
            position = 0;
        }
    }
}
