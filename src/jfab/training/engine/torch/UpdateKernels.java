package jfab.training.engine.torch;

import jfab.training.program.Operator;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;

/** Update rules that follow the gradient, or its mean over the last steps. */
final class UpdateKernels {
    private UpdateKernels() {}

    /** p -= lr g. */
    static void sgd(Operator operator, Step step) {
        Update update = new Update(operator, step);
        update.parameter().sub_(update.gradient(), new Scalar(update.rate()));
    }

    /** v = mu v + g; p -= lr v, or with Nesterov p -= lr (g + mu v). */
    static void momentum(Operator operator, Step step) {
        Update update = new Update(operator, step);
        Tensor velocity = update.accumulator("Velocity");
        Scalar mu = new Scalar(update.real("mu"));
        velocity.mul_(mu).add_(update.gradient());
        Tensor direction = operator.flag("use_nesterov") ? update.gradient().add(velocity, mu) : velocity;
        update.parameter().sub_(direction, new Scalar(update.rate()));
    }

    /** m = beta1 m + (1 - beta1) g; v = beta2 v + (1 - beta2) g²; p -= lr sqrt(1 - beta2^t) / (1 - beta1^t) m / (sqrt(v) + epsilon). */
    static void adam(Operator operator, Step step) {
        Update update = new Update(operator, step);
        double beta1 = update.real("beta1");
        double beta2 = update.real("beta2");
        double t = update.count();
        double rate = update.rate() * Math.sqrt(1 - Math.pow(beta2, t)) / (1 - Math.pow(beta1, t));
        Tensor mean = update.average("Moment1", beta1, update.gradient());
        Tensor scale = update.averageSquare("Moment2", beta2).sqrt().add_(new Scalar(update.real("epsilon")));
        update.parameter().addcdiv_(mean, scale, new Scalar(-rate));
    }

    /** m = beta1 m + (1 - beta1) g; u = max(beta2 u + epsilon, |g|); p -= lr / (1 - beta1^t) m / u. */
    static void adamax(Operator operator, Step step) {
        Update update = new Update(operator, step);
        double beta1 = update.real("beta1");
        double rate = update.rate() / (1 - Math.pow(beta1, update.count()));
        Tensor mean = update.average("Moment", beta1, update.gradient());
        Tensor largest = update.accumulator("InfNorm");
        largest.mul_(new Scalar(update.real("beta2"))).add_(new Scalar(update.real("epsilon")));
        update.parameter()
                .addcdiv_(mean, largest.copy_(largest.maximum(update.gradient().abs())), new Scalar(-rate));
    }
}
