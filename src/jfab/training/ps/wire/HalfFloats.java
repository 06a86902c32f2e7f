package jfab.training.ps.wire;

import java.nio.ByteBuffer;

/** Numbers of 16 bits (IEEE 754 binary16). Loops over arrays, which the compiler turns into vector instructions. */
final class HalfFloats {
    /** The largest; what is larger becomes this and not infinite. */
    private static final float MAX = 65504;

    private HalfFloats() {}

    static short round(float number) {
        // NaN stays what it is: both comparisons with it are false.
        float bounded = number > MAX ? MAX : number < -MAX ? -MAX : number;
        return Float.floatToFloat16(bounded);
    }

    static void put(float[] numbers, int count, ByteBuffer target) {
        short[] halves = new short[count];
        for (int i = 0; i < count; i++) {
            halves[i] = round(numbers[i]);
        }
        target.asShortBuffer().put(halves);
        target.position(target.position() + count * Short.BYTES);
    }

    static void get(ByteBuffer source, float[] numbers, int count) {
        short[] halves = new short[count];
        source.asShortBuffer().get(halves);
        for (int i = 0; i < count; i++) {
            numbers[i] = Float.float16ToFloat(halves[i]);
        }
        source.position(source.position() + count * Short.BYTES);
    }
}
