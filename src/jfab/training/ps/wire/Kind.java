package jfab.training.ps.wire;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The first byte of a message; never 0, so that a run of zero bytes is no message. */
enum Kind {
    ROWS_ASKED(20),
    ROWS(21),
    ROW_GRADIENTS(22),
    IDS_ASKED(23),
    IDS(24),
    JOIN(1),
    WELCOME(2),
    LAYOUT(3),
    INITIAL(4),
    PUSH(5),
    PULL(6),
    CURRENT(7),
    VALUES(8),
    BYE(9),
    ABORT(10),
    BEAT(11),
    HAVE(13),
    RESUME(14),
    MARK(15),
    ROLLBACK(16),
    STOP(17),
    COMPRESSED(12),
    NORM_PARTS(30),
    NORMS(31),
    COMPARE(32),
    COMPARED(33),
    FED(34);

    private static final Kind[] ALL = values();

    private final byte code;

    Kind(int code) {
        this.code = (byte) code;
    }

    byte code() {
        return code;
    }

    static @Nullable Kind of(byte code) {
        return Arrays.stream(ALL).filter(kind -> kind.code == code).findFirst().orElse(null);
    }
}
