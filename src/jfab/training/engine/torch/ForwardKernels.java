package jfab.training.engine.torch;

import java.nio.LongBuffer;
import java.util.List;
import java.util.function.Supplier;
import jfab.training.engine.EngineException;
import jfab.training.program.DataType;
import jfab.training.program.Operator;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.pytorch.GeneratorOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** Forward formulas; libtorch records them and derives the gradients. */
final class ForwardKernels {
    /** Dimensions of [n, channels, height, width]. */
    private static final int IMAGES = 4;

    private ForwardKernels() {}

    /** Out[n, m] = X[n, k...] Y[k, m]. */
    static void mul(Operator operator, Step step) {
        step.out(operator, "Out", product(matrix(step.in(operator, "X")), step.in(operator, "Y"), step));
    }

    /** The product of two matrices in the executor's precision. */
    static Tensor product(Tensor x, Tensor y, Step step) {
        return step.precisely(step.precise(x).mm(step.precise(y)));
    }

    /** A row per sample, of whatever shape a sample is. */
    static Tensor matrix(Tensor samples) {
        // Most are rows already, and then it is quicker not to ask.
        return samples.dim() == 2 ? samples : samples.flatten(1, -1);
    }

    /** Out = the X one after the other along axis. */
    static void concat(Operator operator, Step step) {
        List<Tensor> parts = step.values(operator.inputs("X"));
        step.out(operator, "Out", torch.cat(new TensorVector(parts.toArray(Tensor[]::new)), operator.integer("axis")));
    }

    /** Out = X in other dimensions. */
    static void reshape(Operator operator, Step step) {
        long[] shape =
                operator.integers("shape").stream().mapToLong(Long::longValue).toArray();
        step.out(operator, "Out", step.in(operator, "X").reshape(shape));
    }

    /** Out = X as another type. */
    static void cast(Operator operator, Step step) {
        DataType type = DataType.parse(operator.text("out_dtype"));
        step.out(operator, "Out", step.in(operator, "X").to(TorchTensor.kind(type)));
    }

    /** Out[n, depth] = 1 at X[n, 1], else 0. */
    static void oneHot(Operator operator, Step step) {
        Tensor x = step.in(operator, "X").flatten();
        checkIndices(operator.input("X"), operator.integer("depth"), operator.output("Out"), step);
        step.out(operator, "Out", torch.one_hot(x, operator.integer("depth")).to(ScalarType.Float));
    }

    /**
     * Out = X mask, where the mask is 0 with the probability {@code dropout_prob} and else 1; in a test, X (1 - dropout_prob).
     *
     * <p>Each mask has a stream of its own, which follows from how many were drawn before and from the trainer. A device draws other
     * numbers than the CPU, and the same ones each time.
     */
    static void dropout(Operator operator, Step step) {
        Tensor x = step.in(operator, "X");
        double probability = operator.real("dropout_prob");
        if (operator.flag("is_test")) {
            step.out(operator, "Out", x.mul(new Scalar(1 - probability)));
            return;
        }
        LongPointer count = step.stored(operator.input("State")).data_ptr_long();
        long stream = count.get() * 1_000_003L + operator.integer("trainer");
        count.put(count.get() + 1);
        // Takes two thirds of the time of libtorch's bernoulli.
        Tensor mask = torch.empty(drawn(x), step.memory().options(ScalarType.Float), null)
                .uniform_(0, 1, new GeneratorOptional(step.memory().generator(stream)))
                .lt(new Scalar(1 - probability));
        step.out(operator, "Out", x.mul(x.dim() == IMAGES ? mask.permute(0, 3, 1, 2) : mask));
    }

    /** The shape in which a mask for {@code x} is drawn: of images pixel by pixel, as convolutions on the CPU leave them. */
    private static long[] drawn(Tensor x) {
        return x.dim() == IMAGES
                ? new long[] {x.size(0), x.size(2), x.size(3), x.size(1)}
                : x.sizes().vec().get();
    }

    /** What {@code lookup} reads by {@code indices}; whole numbers outside of 0 to {@code size - 1} are refused by name. */
    static Tensor checked(Supplier<Tensor> lookup, String name, long size, String table, Step step) {
        if (step.memory().away()) {
            // There libtorch's own refusal would end all use of the device.
            checkIndices(name, size, table, step);
            return lookup.get();
        }
        try {
            return lookup.get();
        } catch (RuntimeException e) {
            checkIndices(name, size, table, step);
            throw e;
        }
    }

    /** Refuses whole numbers outside of 0 to {@code size - 1}; waits for those that were not fed. */
    static void checkIndices(String name, long size, String table, Step step) {
        jfab.training.engine.Tensor indices = step.onHost(name);
        LongBuffer numbers =
                indices.bytes(0, Math.toIntExact(indices.byteSize())).asLongBuffer();
        for (int i = 0; i < numbers.limit(); i++) {
            long number = numbers.get(i);
            if (number < 0 || number >= size) {
                throw EngineException.ofData("'" + name + "' holds " + number + " at place " + i
                        + " of its batch, from 0, and '" + table + "' takes 0 to " + (size - 1));
            }
        }
    }
}
