package jfab.training.engine.torch;

import java.util.Map;
import jfab.training.engine.Tensor;
import jfab.training.program.Program;
import jfab.training.program.ProgramException;
import jfab.training.program.Shape;
import jfab.training.program.Variable;
import org.jspecify.annotations.Nullable;

/** How many samples a step is fed: rows, but of sequences the number of lengths. */
final class FedSamples {
    private FedSamples() {}

    /** The number of samples in {@code feed}, in which all variables must agree; 1 where nothing is fed by samples. */
    static long count(Program program, Map<String, ? extends Tensor> feed) {
        String first = null;
        long samples = 1;
        for (Map.Entry<String, ? extends Tensor> entry : feed.entrySet()) {
            Variable variable = program.variable(entry.getKey());
            Shape declared = variable.shape();
            String lengths = variable.lengths();
            if (lengths != null) {
                checkLengths(variable, rows(entry.getValue()), lengths, feed.get(lengths));
            } else if (declared.rank() > 0 && declared.dimension(0) == Shape.BATCH) {
                long rows = rows(entry.getValue());
                if (first != null && rows != samples) {
                    throw new ProgramException(
                            "'" + first + "' was fed " + samples + " samples and '" + variable.name() + "' " + rows);
                }
                first = variable.name();
                samples = rows;
            }
        }
        return samples;
    }

    private static void checkLengths(Variable variable, long rows, String lengths, @Nullable Tensor fed) {
        if (fed == null) {
            throw new ProgramException("'" + variable.name() + "' was fed without '" + lengths + "'");
        }
        int count = Math.toIntExact(fed.shape().elements());
        var values = fed.bytes(0, Math.toIntExact(fed.byteSize())).asLongBuffer();
        boolean negative = false;
        long sum = 0;
        for (int i = 0; i < count; i++) {
            negative |= values.get(i) < 0;
            sum += values.get(i);
        }
        if (negative || sum != rows) {
            throw new ProgramException("'" + variable.name() + "' was fed " + rows + " rows, and '" + lengths
                    + "' speaks of " + (negative ? "negative numbers" : String.valueOf(sum)));
        }
    }

    /** Of a tensor that does not fit its variable any number: loading it will say what is wrong. */
    private static long rows(Tensor fed) {
        return fed.shape().rank() == 0 ? 1 : fed.shape().dimension(0);
    }
}
