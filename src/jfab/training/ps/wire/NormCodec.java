package jfab.training.ps.wire;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Squared norms as bytes: eight of each, little-endian. */
final class NormCodec {
    private NormCodec() {}

    static ByteBuffer encode(List<Double> squares) {
        ByteBuffer bytes = ByteBuffer.allocate(squares.size() * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        squares.forEach(bytes::putDouble);
        return bytes.flip();
    }

    static List<Double> decode(ByteBuffer bytes) {
        List<Double> squares = new ArrayList<>();
        while (bytes.hasRemaining()) {
            squares.add(bytes.getDouble());
        }
        return List.copyOf(squares);
    }
}
