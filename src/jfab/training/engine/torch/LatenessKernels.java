package jfab.training.engine.torch;

import jfab.training.program.Operator;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;

/** What parameter servers do to gradients of parameters that have changed since. */
final class LatenessKernels {
    private LatenessKernels() {}

    /** Out = Grad + lambda Grad² (Param - Pulled). */
    static void dcAsgd(Operator operator, Step step) {
        Tensor gradient = step.in(operator, "Grad");
        Tensor change = step.stored(operator.input("Param")).sub(step.in(operator, "Pulled"));
        Scalar lambda = new Scalar(operator.real("lambda"));
        step.out(operator, "Out", gradient.addcmul(gradient.square(), change, lambda));
    }
}
