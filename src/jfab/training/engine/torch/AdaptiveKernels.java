package jfab.training.engine.torch;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** Update rules that divide each gradient by the size of those before it. */
final class AdaptiveKernels {
    private AdaptiveKernels() {}

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

    /** m += g²; p -= lr g / (sqrt(m) + epsilon). */
    static void adagrad(Update update) {
        Tensors gradients = update.gradients();
        divide(update, update.accumulators("Moment").addcmul_(gradients, gradients, 1));
    }

    /** m = decay m + (1 - decay) g²; p -= lr g / (sqrt(m) + epsilon). */
    static void decayedAdagrad(Update update) {
        divide(update, update.averageSquare("Moment", update.real("decay")));
    }

    private static void divide(Update update, Tensors square) {
        Tensors scale = square.sqrt().add_(update.real("epsilon"));
        update.parameters().addcdiv_(update.gradients(), scale, -update.rate());
    }

    /** s = decay s + (1 - decay) g²; v = momentum v + lr g / sqrt(s + epsilon); p -= v. Centered: a = decay a + (1 - decay) g, and s - a² for s. */
    static void rmsprop(Update update) {
        double decay = update.real("decay");
        Tensors square = update.averageSquare("MeanSquare", decay);
        if (update.first().flag("centered")) {
            Tensors mean = update.average("MeanGrad", decay, update.gradients());
            square = square.addcmul(mean, mean, -1);
        }
        Tensors scale = square.add(update.real("epsilon")).sqrt_();
        if (update.real("momentum") == 0) {
            // Then v is nothing that the next step goes by.
            update.parameters().addcdiv_(update.gradients(), scale, -update.rate());
            return;
        }
        Tensors velocity = update.accumulators("Moment")
                .mul_(update.real("momentum"))
                .addcdiv_(update.gradients(), scale, update.rate());
        update.parameters().add_(velocity, -1);
    }

    /** s = rho s + (1 - rho) g²; d = g sqrt((u + epsilon) / (s + epsilon)); u = rho u + (1 - rho) d²; p -= lr d. */
    static void adadelta(Update update) {
        double rho = update.real("rho");
        double epsilon = update.real("epsilon");
        Tensors square = update.averageSquare("AvgSquaredGrad", rho);
        Tensors past = update.accumulators("AvgSquaredUpdate");
        Tensors change = past.add(epsilon).div_(square.add(epsilon)).sqrt_().mul_(update.gradients());
        past.mul_(rho).addcmul_(change, change, 1 - rho);
        update.parameters().add_(change, -update.rate());
    }

    /**
     * s' = s + g²; z += g - (s'^-power - s^-power) / lr p; p = (l1 sign(z) - z) / (s'^-power / lr + 2 l2) where |z| > l1, else 0;
     * s = s'.
     */
    static void ftrl(Update update) {
        if (update.rate() == 0) {
            // What the formula comes to when the rate does, without dividing by it.
            return;
        }
        Tensors gradients = update.gradients();
        Tensors parameters = update.parameters();
        Tensors squares = update.accumulators("SquaredAccumulator");
        Tensors linear = update.accumulators("LinearAccumulator");
        for (long i = 0; i < parameters.all().size(); i++) {
            ftrl(
                    update,
                    parameters.all().get(i),
                    gradients.all().get(i),
                    squares.all().get(i),
                    linear.all().get(i));
        }
    }

    private static void ftrl(Update update, Tensor parameter, Tensor gradient, Tensor squares, Tensor linear) {
        Scalar power = new Scalar(-update.real("lr_power"));
        Scalar l1 = new Scalar(update.real("l1"));
        double inverse = 1 / update.rate();
        Tensor before = squares.pow(power);
        Tensor after = squares.addcmul_(gradient, gradient).pow(power);
        linear.add_(gradient).addcmul_(after.sub(before), parameter, new Scalar(-inverse));
        Tensor scale = after.mul_(new Scalar(inverse)).add_(new Scalar(2 * update.real("l2")));
        Tensor beyond = linear.abs().gt(l1);
        Tensor solution = linear.sign().mul_(l1).sub_(linear).div_(scale);
        parameter.copy_(torch.where(beyond, solution, torch.zeros_like(solution)));
    }
}
