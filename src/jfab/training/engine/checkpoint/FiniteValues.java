package jfab.training.engine.checkpoint;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import jfab.training.engine.Tensor;
import jfab.training.program.DataType;

/** Tells values that training can go on from, from those that are NaN or infinite somewhere. */
final class FiniteValues {
    private FiniteValues() {}

    static boolean in(Tensor tensor) {
        for (long at = 0; at < tensor.byteSize(); at += Safetensors.CHUNK) {
            if (!in(tensor.type(), tensor.bytes(at, (int) Math.min(Safetensors.CHUNK, tensor.byteSize() - at)))) {
                return false;
            }
        }
        return true;
    }

    /** Whole numbers always are; {@code bytes} stay where they are. */
    static boolean in(DataType type, ByteBuffer bytes) {
        if (type != DataType.FLOAT32) {
            return true;
        }
        FloatBuffer values = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
        while (values.hasRemaining()) {
            if (!Float.isFinite(values.get())) {
                return false;
            }
        }
        return true;
    }
}
