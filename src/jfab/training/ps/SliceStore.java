package jfab.training.ps;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jfab.training.engine.Executor;
import jfab.training.engine.HostTensor;
import jfab.training.engine.Scope;
import jfab.training.engine.Tensor;
import jfab.training.engine.checkpoint.Parts;
import jfab.training.engine.checkpoint.Piece;
import jfab.training.program.Block;
import jfab.training.program.DataType;
import jfab.training.program.OpType;
import jfab.training.program.Operator;
import jfab.training.program.Program;
import jfab.training.program.Shape;
import jfab.training.program.Variable;
import jfab.training.program.transpile.ParameterSlice;
import jfab.training.program.transpile.ServerVariables;
import jfab.training.program.transpile.SliceAttributes;
import jfab.training.ps.job.Durable;
import jfab.training.ps.wire.SliceView;

/**
 * The slices of one server, room for the gradients that each trainer pushes for them, and the program that makes the first
 * from the second.
 */
final class SliceStore implements Durable {
    private final Program program;
    private final Block optimizer;
    private final Block schedule;
    private final Block measuring;
    private final List<String> norms;
    private final Executor executor;
    private final Scope scope;
    private final RowStore rows;
    private final List<ParameterSlice> slices;
    private final List<SliceView> parameters = new ArrayList<>();
    private final List<Map<ParameterSlice, HostTensor>> gradients = new ArrayList<>();

    SliceStore(Operator listen, Program program, Executor executor, Scope scope) {
        this.program = program;
        this.executor = executor;
        this.scope = scope;
        optimizer = program.blocks().get(Math.toIntExact(listen.integer("optimize_block")));
        schedule = program.blocks().get(Math.toIntExact(listen.integer("schedule_block")));
        norms = listen.texts("norms");
        measuring = norms.isEmpty() ? Block.of() : program.blocks().get(Math.toIntExact(listen.integer("norm_block")));
        int trainers = Math.toIntExact(listen.integer("trainers"));
        rows = new RowStore(scope, trainers);
        slices = SliceAttributes.slices(listen);
        slices.forEach(slice -> parameters.add(SliceView.of(scope.get(slice.name()))));
        for (int trainer = 0; trainer < trainers; trainer++) {
            Map<ParameterSlice, HostTensor> own = new LinkedHashMap<>();
            slices.forEach(slice -> own.put(slice, room(slice)));
            gradients.add(own);
        }
    }

    /** The values of the slices, in the order that server and trainer share. */
    List<SliceView> parameters() {
        return parameters;
    }

    /** Where the gradients of {@code trainer} lie, in the same order. */
    Map<ParameterSlice, HostTensor> gradients(int trainer) {
        return gradients.get(trainer);
    }

    /** The same, to be filled. */
    List<SliceView> gradientViews(int trainer) {
        return gradients(trainer).values().stream().map(SliceView::of).toList();
    }

    /** The rows of sparse tables. */
    RowStore rows() {
        return rows;
    }

    /**
     * Counts one step of the job; learning rates follow that count.
     *
     * @param samples of the step, on all trainers
     */
    void beginStep(long samples) {
        if (!schedule.operators().isEmpty()) {
            boolean told = schedule.operators().stream().anyMatch(count -> count.type() == OpType.COUNT_SAMPLES);
            Map<String, Tensor> feed =
                    told ? Map.of(ServerVariables.STEP_SAMPLES, HostTensor.of(Shape.of(1), samples)) : Map.of();
            executor.run(program, schedule, feed, List.of(), scope);
        }
    }

    /** How many squared norms a step needs that no server knows alone. */
    int norms() {
        return norms.size();
    }

    /** This server's part of the squared norms, from what {@link #optimize} is to be fed. */
    List<Double> measure(Map<String, Tensor> feed) {
        return executor.run(program, measuring, feed, norms, scope).stream()
                .map(HostTensor::mean)
                .toList();
    }

    /** As {@link #optimize(Map)}, with the squared norms over all servers. */
    void optimize(Map<String, Tensor> feed, List<Double> squares) {
        Map<String, Tensor> all = new HashMap<>(feed);
        for (int i = 0; i < norms.size(); i++) {
            all.put(norms.get(i), HostTensor.of(Shape.of(1), squares.get(i).floatValue()));
        }
        optimize(all);
    }

    /**
     * All that the optimizer is fed: what the program of this server's mode is, and the pushed rows of sparse tables.
     *
     * @param shares of each trainer's gradients in the step, by rank
     */
    Map<String, Tensor> feed(Map<String, Tensor> feed, double[] shares) {
        Map<String, Tensor> all = new HashMap<>(feed);
        all.putAll(rows.feed(shares));
        return all;
    }

    /** Runs the optimizer once on {@link #feed}. */
    void optimize(Map<String, Tensor> feed) {
        executor.run(program, optimizer, feed, List.of(), scope);
    }

    /** The slices, what the optimizer keeps for each, and what it keeps for all together. */
    @Override
    public List<Piece> pieces() {
        // Sparse tables are not among the tensors.
        return program.persistables().stream()
                .filter(variable -> scope.find(variable.name()) != null)
                .map(this::piece)
                .toList();
    }

    @Override
    public boolean restorable(Parts parts) {
        return parts.cover(pieces());
    }

    @Override
    public void restore(Parts parts) {
        pieces().forEach(parts::read);
    }

    private Piece piece(Variable variable) {
        Tensor value = scope.get(variable.name());
        for (ParameterSlice slice : slices) {
            if (belongs(variable, slice)) {
                String whole = variable.name().substring(0, variable.name().lastIndexOf(".block"));
                boolean shaped = value.shape().elements() == slice.length();
                return new Piece(whole, shaped ? slice.offset() : 0, value);
            }
        }
        return Piece.whole(variable.name(), value);
    }

    private boolean belongs(Variable variable, ParameterSlice slice) {
        return variable.name().endsWith(slice.nameOf(""))
                && optimizer.operators().stream()
                        .filter(operator -> operator.inputs("Param").contains(slice.name()))
                        .anyMatch(operator -> operator.outputs().values().stream()
                                .anyMatch(names -> names.contains(variable.name())));
    }

    /** Forgets what {@code trainer} pushed. */
    void clear(int trainer) {
        for (SliceView gradient : gradientViews(trainer)) {
            gradient.write(0, ByteBuffer.allocate(Math.toIntExact(gradient.length())));
        }
        rows.clear(trainer);
    }

    /** Room for the numbers of {@code slice}. */
    static HostTensor room(ParameterSlice slice) {
        int bytes = Math.toIntExact(slice.length() * Float.BYTES);
        return HostTensor.wrap(Shape.of(slice.length()), DataType.FLOAT32, ByteBuffer.allocateDirect(bytes));
    }
}
