package jfab.training.engine;

import java.util.Locale;
import jfab.training.program.OpType;

/** Where the time of a training step goes. On a GPU the parts that compute end when the work is handed over; whoever needs the results waits. */
public enum StepPart {
    /** Reading samples and putting them into tensors. */
    DATA,
    FORWARD,
    BACKWARD,
    /** Clipping, the learning rate, and applying the optimizer in this process. */
    OPTIMIZE,
    /** Handing gradients to the servers. */
    SEND,
    /** Until the last server begins to answer: the other trainers' gradients, the servers' work. */
    WAIT,
    /** Taking the servers' answers. */
    RECEIVE;

    /** The part that an operator's time counts for. */
    public static StepPart of(OpType type) {
        return switch (type.phase()) {
            case STARTUP -> FORWARD;
            case FORWARD -> type == OpType.PREFETCH ? RECEIVE : FORWARD;
            case BACKWARD -> BACKWARD;
            case CLIP, SCHEDULE -> OPTIMIZE;
            case OPTIMIZE ->
                type == OpType.SEND || type == OpType.SEND_AHEAD ? SEND : type == OpType.RECV ? RECEIVE : OPTIMIZE;
        };
    }

    /** {@code forward}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
