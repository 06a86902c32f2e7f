package jfab.training.engine.torch;

import java.util.function.UnaryOperator;
import jfab.training.program.Operator;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** Functions of one input, Out = f(X). */
final class ActivationKernels {
    private ActivationKernels() {}

    /** The kernel of a function without constants. */
    static Kernel of(UnaryOperator<Tensor> function) {
        return (operator, step) -> step.out(operator, "Out", function.apply(step.in(operator, "X")));
    }

    /** exp(X) / sum(exp(X)) over the last dimension. */
    static Tensor softmax(Tensor x) {
        return torch.softmax(x, -1);
    }

    /** X / (1 + |X|). */
    static Tensor softsign(Tensor x) {
        return x.div(x.abs().add(new Scalar(1)));
    }

    /** max(X, alpha X). */
    static void leakyRelu(Operator operator, Step step) {
        step.out(operator, "Out", torch.leaky_relu(step.in(operator, "X"), constant(operator, "alpha")));
    }

    /** X above 0, alpha (exp(X) - 1) below. */
    static void elu(Operator operator, Step step) {
        Scalar one = new Scalar(1);
        step.out(operator, "Out", torch.elu(step.in(operator, "X"), constant(operator, "alpha"), one, one));
    }

    /** min(max(X, 0), threshold). */
    static void relu6(Operator operator, Step step) {
        step.out(operator, "Out", clamp(step.in(operator, "X"), 0, operator.real("threshold")));
    }

    /** min(max(X, t_min), t_max). */
    static void brelu(Operator operator, Step step) {
        step.out(operator, "Out", clamp(step.in(operator, "X"), operator.real("t_min"), operator.real("t_max")));
    }

    /** min(max(slope X + offset, 0), 1). */
    static void hardSigmoid(Operator operator, Step step) {
        Tensor line = step.in(operator, "X").mul(constant(operator, "slope")).add(constant(operator, "offset"));
        step.out(operator, "Out", clamp(line, 0, 1));
    }

    /** X sigmoid(beta X). */
    static void swish(Operator operator, Step step) {
        Tensor x = step.in(operator, "X");
        step.out(operator, "Out", x.mul(torch.sigmoid(x.mul(constant(operator, "beta")))));
    }

    /** scale_b tanh(scale_a X). */
    static void stanh(Operator operator, Step step) {
        Tensor inner = step.in(operator, "X").mul(constant(operator, "scale_a"));
        step.out(operator, "Out", torch.tanh(inner).mul(constant(operator, "scale_b")));
    }

    /** X^factor. */
    static void pow(Operator operator, Step step) {
        step.out(operator, "Out", step.in(operator, "X").pow(constant(operator, "factor")));
    }

    /** What lies on a border learns nothing, as in Fluid; through libtorch's clamp it would. */
    private static Tensor clamp(Tensor x, double low, double high) {
        return torch.hardtanh(x, new Scalar(low), new Scalar(high));
    }

    private static Scalar constant(Operator operator, String name) {
        return new Scalar(operator.real(name));
    }
}
