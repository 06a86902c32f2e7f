package jfab.training.program.transpile;

import java.util.Map;
import jfab.training.program.Operator;
import jfab.training.program.ProgramException;

/**
 * What is left out of numbers on the wire. What a push leaves out is added to the next one (error feedback).
 *
 * @param fp16 whether numbers travel with 16 bits, in both directions
 * @param topK the share of the numbers of a gradient that is pushed, the largest; 0: all are
 */
public record Compression(boolean fp16, double topK) {
    /** An entry, index and number, is twice as long as a number. */
    private static final double MAX_TOP_K = 0.5;

    public Compression {
        if (!(topK >= 0 && topK <= MAX_TOP_K)) {
            throw new ProgramException(
                    "top_k is a share from 0, which pushes everything, to " + MAX_TOP_K + ", not " + topK);
        }
    }

    /** Every number as it is. */
    public static Compression none() {
        return new Compression(false, 0);
    }

    /** As the operators SEND, RECV and LISTEN_AND_SERVE carry it. */
    public Map<String, Object> attributes() {
        return Map.of("fp16", fp16, "top_k", topK);
    }

    /** The compression of such an operator. */
    public static Compression of(Operator operator) {
        return new Compression(operator.flag("fp16"), operator.real("top_k"));
    }
}
