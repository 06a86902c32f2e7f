package jfab.training.program;

import java.util.Arrays;
import java.util.Locale;

/** The type of a tensor's elements. */
public enum DataType {
    FLOAT32(4),
    INT64(8);

    private final int bytes;

    DataType(int bytes) {
        this.bytes = bytes;
    }

    /** The size of one element in bytes. */
    public int bytes() {
        return bytes;
    }

    /** The name that scripts use: {@code float32}, {@code int64}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Reads what {@link #word} writes. */
    public static DataType parse(String word) {
        return Arrays.stream(values())
                .filter(type -> type.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new ProgramException("dtype '" + word + "' is not known; use float32 or int64"));
    }
}
