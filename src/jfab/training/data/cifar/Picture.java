package jfab.training.data.cifar;

import jfab.training.data.ByteSource;
import jfab.training.data.Column;
import jfab.training.data.Sample;

/** Bytes of one picture as a sample. */
final class Picture {
    private Picture() {}

    /**
     * The picture whose pixels begin at {@code from} in {@code bytes}.
     *
     * @param source where the bytes come from, for an error
     * @param where record and offset of the label, for an error
     */
    static Sample sample(ByteSource source, String where, long label, byte[] bytes, int from) {
        if (label < 0 || label >= Cifar10.CLASSES) {
            throw source.error(where + ": the label " + label + " is not one of 0 to " + (Cifar10.CLASSES - 1));
        }
        float[] pixels = new float[Cifar10.PIXELS];
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = (bytes[from + i] & 0xff) / 255f;
        }
        return Sample.of(Column.reals(pixels), Column.integers(label));
    }
}
