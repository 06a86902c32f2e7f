package jfab.training.ps.wire;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** How numbers lie in a {@link Message.Compressed}; little-endian. */
enum Encoding {
    /** float16, all of them. */
    HALF(1),
    /** int32 and float32, index and number of the largest; the others are 0. */
    TOP(2),
    /** int32 and float16, likewise. */
    TOP_HALF(3);

    private static final Encoding[] ALL = values();

    private final byte code;

    Encoding(int code) {
        this.code = (byte) code;
    }

    byte code() {
        return code;
    }

    static @Nullable Encoding of(byte code) {
        return Arrays.stream(ALL)
                .filter(encoding -> encoding.code == code)
                .findFirst()
                .orElse(null);
    }

    /** The {@code count} numbers that {@code data} stands for. */
    float[] decode(int count, ByteBuffer data) throws ProtocolException {
        float[] numbers = new float[count];
        switch (this) {
            case HALF -> {
                if (data.remaining() != (long) count * Short.BYTES) {
                    throw new ProtocolException(data.remaining() + " bytes for " + count + " numbers of 16 bits");
                }
                HalfFloats.get(data, numbers, count);
            }
            case TOP, TOP_HALF -> {
                int each = Integer.BYTES + (this == TOP ? Float.BYTES : Short.BYTES);
                if (data.remaining() % each != 0) {
                    throw new ProtocolException(data.remaining() + " bytes for entries of " + each);
                }
                while (data.hasRemaining()) {
                    int index = data.getInt();
                    if (index < 0 || index >= count) {
                        throw new ProtocolException("number " + index + " of " + count);
                    }
                    numbers[index] = this == TOP ? data.getFloat() : Float.float16ToFloat(data.getShort());
                }
            }
        }
        return numbers;
    }
}
