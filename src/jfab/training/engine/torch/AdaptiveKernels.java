package jfab.training.engine.torch;

import jfab.training.program.Operator;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** Update rules that divide each gradient by the size of those before it. */
final class AdaptiveKernels {
    private AdaptiveKernels() {}

    /** m += g²; p -= lr g / (sqrt(m) + epsilon). */
    static void adagrad(Operator operator, Step step) {
        Update update = new Update(operator, step);
        Tensor gradient = update.gradient();
        divide(update, update.accumulator("Moment").addcmul_(gradient, gradient));
    }

    /** m = decay m + (1 - decay) g²; p -= lr g / (sqrt(m) + epsilon). */
    static void decayedAdagrad(Operator operator, Step step) {
        Update update = new Update(operator, step);
        divide(update, update.averageSquare("Moment", update.real("decay")));
    }

    private static void divide(Update update, Tensor square) {
        Tensor scale = square.sqrt().add_(new Scalar(update.real("epsilon")));
        update.parameter().addcdiv_(update.gradient(), scale, new Scalar(-update.rate()));
    }

    /** s = decay s + (1 - decay) g²; v = momentum v + lr g / sqrt(s + epsilon); p -= v. Centered: a = decay a + (1 - decay) g, and s - a² for s. */
    static void rmsprop(Operator operator, Step step) {
        Update update = new Update(operator, step);
        double decay = update.real("decay");
        Tensor square = update.averageSquare("MeanSquare", decay);
        if (operator.flag("centered")) {
            Tensor mean = update.average("MeanGrad", decay, update.gradient());
            square = square.addcmul(mean, mean, new Scalar(-1));
        }
        Tensor scale = square.add(new Scalar(update.real("epsilon"))).sqrt_();
        Tensor velocity = update.accumulator("Moment");
        velocity.mul_(new Scalar(update.real("momentum")))
                .addcdiv_(update.gradient(), scale, new Scalar(update.rate()));
        update.parameter().sub_(velocity);
    }

    /** s = rho s + (1 - rho) g²; d = g sqrt((u + epsilon) / (s + epsilon)); u = rho u + (1 - rho) d²; p -= lr d. */
    static void adadelta(Operator operator, Step step) {
        Update update = new Update(operator, step);
        double rho = update.real("rho");
        Scalar epsilon = new Scalar(update.real("epsilon"));
        Tensor square = update.averageSquare("AvgSquaredGrad", rho);
        Tensor past = update.accumulator("AvgSquaredUpdate");
        Tensor change = past.add(epsilon).div_(square.add(epsilon)).sqrt_().mul_(update.gradient());
        past.mul_(new Scalar(rho)).addcmul_(change, change, new Scalar(1 - rho));
        update.parameter().sub_(change, new Scalar(update.rate()));
    }

    /**
     * s' = s + g²; z += g - (s'^-power - s^-power) / lr p; p = (l1 sign(z) - z) / (s'^-power / lr + 2 l2) where |z| > l1, else 0;
     * s = s'.
     */
    static void ftrl(Operator operator, Step step) {
        Update update = new Update(operator, step);
        if (update.rate() == 0) {
            // What the formula comes to when the rate does, without dividing by it.
            return;
        }
        Scalar power = new Scalar(-update.real("lr_power"));
        Scalar l1 = new Scalar(update.real("l1"));
        double inverse = 1 / update.rate();
        Tensor gradient = update.gradient();
        Tensor parameter = update.parameter();
        Tensor squares = update.accumulator("SquaredAccumulator");
        Tensor linear = update.accumulator("LinearAccumulator");
        Tensor before = squares.pow(power);
        Tensor after = squares.addcmul_(gradient, gradient).pow(power);
        linear.add_(gradient).addcmul_(after.sub(before), parameter, new Scalar(-inverse));
        Tensor scale = after.mul_(new Scalar(inverse)).add_(new Scalar(2 * update.real("l2")));
        Tensor beyond = linear.abs().gt(l1);
        Tensor solution = linear.sign().mul_(l1).sub_(linear).div_(scale);
        parameter.copy_(torch.where(beyond, solution, torch.zeros_like(solution)));
    }
}
