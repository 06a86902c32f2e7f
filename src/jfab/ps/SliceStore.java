package jfab.ps;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jfab.engine.Executor;
import jfab.engine.HostTensor;
import jfab.engine.Scope;
import jfab.engine.Tensor;
import jfab.program.Block;
import jfab.program.DataType;
import jfab.program.Operator;
import jfab.program.Program;
import jfab.program.Shape;
import jfab.program.transpile.ParameterSlice;
import jfab.program.transpile.ServerVariables;
import jfab.program.transpile.SliceAttributes;

/**
 * The slices of one server, the gradients that trainers push for them, and the program that makes the first from the second.
 *
 * <p>There is room for the gradients of every trainer: they are added up in the order of ranks when all are there, so that
 * the sum does not depend on who came first.
 */
final class SliceStore {
    private final Program program;
    private final Block optimizer;
    private final Executor executor;
    private final Scope scope;
    private final List<SliceView> parameters = new ArrayList<>();
    private final List<List<SliceView>> gradients = new ArrayList<>();
    private final Map<String, Tensor> feed = new HashMap<>();
    private final HostTensor samples;

    SliceStore(Operator listen, Program program, Executor executor, Scope scope) {
        this.program = program;
        this.executor = executor;
        this.scope = scope;
        optimizer = program.blocks().get(Math.toIntExact(listen.integer("optimize_block")));
        int trainers = Math.toIntExact(listen.integer("trainers"));
        samples = HostTensor.zeros(Shape.of(trainers), DataType.FLOAT32);
        feed.put(ServerVariables.SAMPLES, samples);
        List<ParameterSlice> slices = SliceAttributes.slices(listen);
        slices.forEach(slice -> parameters.add(SliceView.of(scope.get(slice.name()))));
        for (int trainer = 0; trainer < trainers; trainer++) {
            List<SliceView> own = new ArrayList<>();
            for (ParameterSlice slice : slices) {
                HostTensor gradient = room(slice);
                feed.put(ServerVariables.gradient(slice, trainer), gradient);
                own.add(SliceView.of(gradient));
            }
            gradients.add(own);
        }
    }

    List<SliceView> parameters() {
        return parameters;
    }

    List<SliceView> gradients(int trainer) {
        return gradients.get(trainer);
    }

    /**
     * Changes the parameters by the mean of the gradients.
     *
     * @param weights samples per trainer; a trainer with 0 does not count, whatever it pushed before
     */
    void optimize(long[] weights) {
        ByteBuffer bytes = samples.bytes(0, Math.toIntExact(samples.byteSize()));
        for (int trainer = 0; trainer < weights.length; trainer++) {
            bytes.putFloat((float) weights[trainer]);
            if (weights[trainer] == 0) {
                // 0 times what is not a number would still not be a number.
                clear(trainer);
            }
        }
        executor.run(program, optimizer, feed, List.of(), scope);
    }

    private void clear(int trainer) {
        for (SliceView gradient : gradients.get(trainer)) {
            gradient.write(0, ByteBuffer.allocate(Math.toIntExact(gradient.length())));
        }
    }

    private static HostTensor room(ParameterSlice slice) {
        int bytes = Math.toIntExact(slice.length() * Float.BYTES);
        return HostTensor.wrap(Shape.of(slice.length()), DataType.FLOAT32, ByteBuffer.allocateDirect(bytes));
    }
}
