package jfab.training.ps.wire;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;
import jfab.training.program.transpile.Compression;

/**
 * Leaves a part of every gradient out and adds it to the next one, so that in the long run nothing is lost (error feedback,
 * Seide et al. 2014; top-k as in Lin et al. 2018).
 */
final class FeedbackEncoder implements ChunkEncoder {
    /** Where in which slice a piece begins. */
    private record Place(int slice, long offset) {}

    private final Compression compression;
    private final Map<Place, float[]> left = new HashMap<>();

    FeedbackEncoder(Compression compression) {
        this.compression = compression;
    }

    @Override
    public Message encode(int slice, long offset, ByteBuffer data) {
        int count = data.remaining() / Float.BYTES;
        float[] numbers = new float[count];
        data.asFloatBuffer().get(numbers);
        float[] rest = left.computeIfAbsent(new Place(slice, offset), _ -> new float[count]);
        for (int i = 0; i < count; i++) {
            rest[i] += numbers[i];
        }
        Encoding encoding =
                compression.topK() == 0 ? Encoding.HALF : compression.fp16() ? Encoding.TOP_HALF : Encoding.TOP;
        ByteBuffer bytes = switch (encoding) {
            case HALF -> all(rest);
            case TOP, TOP_HALF -> largest(rest);
        };
        return new Message.Compressed(slice, offset, count, encoding, bytes.flip());
    }

    private static ByteBuffer all(float[] rest) {
        ByteBuffer bytes = buffer(rest.length, Short.BYTES);
        HalfFloats.put(rest, rest.length, bytes);
        for (int i = 0; i < rest.length; i++) {
            rest[i] -= Float.float16ToFloat(HalfFloats.round(rest[i]));
        }
        return bytes;
    }

    private ByteBuffer largest(float[] rest) {
        int kept = Math.max(1, (int) (compression.topK() * rest.length));
        Threshold threshold = Threshold.of(rest, kept);
        int equal = threshold.equal();
        ByteBuffer bytes = buffer(kept, Integer.BYTES + (compression.fp16() ? Short.BYTES : Float.BYTES));
        for (int i = 0; i < rest.length && bytes.hasRemaining(); i++) {
            int size = Threshold.size(rest[i]);
            // As many as are equal to the threshold are taken, in order, until there are enough.
            if (size > threshold.bits() || (size == threshold.bits() && equal-- > 0)) {
                bytes.putInt(i);
                rest[i] -= put(rest[i], bytes);
            }
        }
        return bytes;
    }

    private float put(float number, ByteBuffer bytes) {
        if (compression.fp16()) {
            short half = HalfFloats.round(number);
            bytes.putShort(half);
            return Float.float16ToFloat(half);
        }
        bytes.putFloat(number);
        return number;
    }

    private static ByteBuffer buffer(int count, int each) {
        return ByteBuffer.allocate(count * each).order(ByteOrder.LITTLE_ENDIAN);
    }
}
