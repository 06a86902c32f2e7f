package jfab.training.ps.wire;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import jfab.training.program.transpile.Compression;

/** How a piece of a slice becomes a message. */
@FunctionalInterface
public interface ChunkEncoder {
    /**
     * The message.
     *
     * @param slice number of the slice among those of the server
     * @param offset of the piece's first byte within the slice
     * @param data float32, little-endian
     */
    Message encode(int slice, long offset, ByteBuffer data);

    /** Whether numbers stay as they are, so that they can go from memory to memory. */
    default boolean plain() {
        return false;
    }

    /** The content of {@code slices} as messages, in order; each is made when it is asked for. */
    default Iterator<Message> messages(List<SliceView> slices) {
        return new Iterator<>() {
            private int slice;
            private long position;

            @Override
            public boolean hasNext() {
                return slice < slices.size();
            }

            @Override
            public Message next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                SliceView view = slices.get(slice);
                int count = (int) Math.min(MessageCodec.CHUNK, view.length() - position);
                Message values = encode(slice, position, view.bytes(position, count));
                position += count;
                if (position == view.length()) {
                    slice++;
                    position = 0;
                }
                return values;
            }
        };
    }

    /** Numbers as they are. */
    static ChunkEncoder asIs() {
        return new ChunkEncoder() {
            @Override
            public Message encode(int slice, long offset, ByteBuffer data) {
                return new Message.Values(slice, offset, data);
            }

            @Override
            public boolean plain() {
                return true;
            }
        };
    }

    /** For values that a server gives out: what is left out of them is not made up for later, because nothing is lost on the server. */
    static ChunkEncoder pulling(Compression compression) {
        return compression.fp16() ? ChunkEncoder::half : asIs();
    }

    /** For gradients; keeps what it has left out, for the next ones of the same slices. */
    static ChunkEncoder pushing(Compression compression) {
        return compression.equals(Compression.none()) ? asIs() : new FeedbackEncoder(compression);
    }

    private static Message half(int slice, long offset, ByteBuffer data) {
        int count = data.remaining() / Float.BYTES;
        float[] numbers = new float[count];
        data.asFloatBuffer().get(numbers);
        ByteBuffer halves = ByteBuffer.allocate(count * Short.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        HalfFloats.put(numbers, count, halves);
        return new Message.Compressed(slice, offset, count, Encoding.HALF, halves.flip());
    }
}
