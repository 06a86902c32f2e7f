package jfab.training.train.v1;

import java.nio.ByteBuffer;
import jfab.training.engine.Tensor;

/** Overwrites tensors with zeros. */
final class Zeros {
    private static final int CHUNK = 1 << 20;

    private Zeros() {}

    static void into(Tensor tensor) {
        for (long at = 0; at < tensor.byteSize(); at += CHUNK) {
            tensor.write(at, ByteBuffer.allocate((int) Math.min(CHUNK, tensor.byteSize() - at)));
        }
    }
}
