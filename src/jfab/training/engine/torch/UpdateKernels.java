package jfab.training.engine.torch;

import org.bytedeco.pytorch.Scalar;

/** Update rules that follow the gradient, or its mean over the last steps. */
final class UpdateKernels {
    /** So many parameters on the host cost less one by one than it takes to call for all of them. */
    private static final int FEW = 3;

    private UpdateKernels() {}

    /** p -= lr g. */
    static void sgd(Update update) {
        Step step = update.step();
        if (step.memory().away() || update.operators().size() > FEW) {
            FusedUpdates.descend(update, false);
            return;
        }
        Scalar rate = new Scalar(update.rate());
        update.operators()
                .forEach(operator ->
                        step.stored(operator.input("Param")).sub_(step.value(operator.input("Grad")), rate));
    }

    /** v = mu v + g; p -= lr v, or with Nesterov p -= lr (g + mu v). */
    static void momentum(Update update) {
        FusedUpdates.descend(update, true);
    }

    /** m = beta1 m + (1 - beta1) g; v = beta2 v + (1 - beta2) g²; p -= lr sqrt(1 - beta2^t) / (1 - beta1^t) m / (sqrt(v) + epsilon). */
    static void adam(Update update) {
        FusedUpdates.adam(update);
    }

    /** m = beta1 m + (1 - beta1) g; u = max(beta2 u + epsilon, |g|); p -= lr / (1 - beta1^t) m / u. */
    static void adamax(Update update) {
        double beta1 = update.real("beta1");
        double rate = update.rate() / (1 - Math.pow(beta1, update.count()));
        Tensors mean = update.average("Moment", beta1, update.gradients());
        Tensors largest = update.accumulators("InfNorm")
                .mul_(update.real("beta2"))
                .add_(update.real("epsilon"))
                .maximum_(update.gradients().abs());
        update.parameters().addcdiv_(mean, largest, -rate);
    }
}
