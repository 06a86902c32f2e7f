package jfab.training.engine;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The numbers that matrix products and convolutions are computed with on a GPU; sums and all else are float32. */
public enum Precision {
    /** 24 bits of mantissa, as on the CPU. */
    FLOAT32,
    /** 11 bits, in tensor cores. */
    TF32,
    /** bfloat16: 8 bits, in tensor cores. */
    BF16;

    /** {@code tf32}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What {@code word} says, if it is one. */
    public static Optional<Precision> of(String word) {
        return Stream.of(values()).filter(each -> each.word().equals(word)).findFirst();
    }
}
