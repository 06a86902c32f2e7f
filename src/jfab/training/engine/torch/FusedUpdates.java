package jfab.training.engine.torch;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import jfab.training.program.Operator;
import jfab.training.program.Variable;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * Neighbouring operators that do the same to many parameters or gradients, in one call for all; the commonest update rules also in one pass
 * over the numbers. On a device these look at the flag of {@link InFlight} as well.
 */
final class FusedUpdates {
    private static final FusedKernel ADAM = FusedKernel.named("aten::_fused_adam_");
    private static final FusedKernel SGD = FusedKernel.named("aten::_fused_sgd_");

    /** So many parameters on the host cost less one by one than it takes to call for all of them. */
    private static final int FEW = 3;

    private FusedUpdates() {}

    /**
     * Does {@code operators}, or as many of the first of them as can be done together, and says how many that were; 0 where they are no
     * updates.
     *
     * @param operators that are {@link Update#alike}
     */
    static int run(List<Operator> operators, Step step) {
        Operator first = operators.getFirst();
        Consumer<Update> rule = rule(first);
        if (rule == null) {
            return 0;
        }
        int alike = alike(operators, step);
        Update update = new Update(operators.subList(0, alike), step);
        InFlight inFlight = step.scope().inFlight();
        switch (first.type()) {
            case ADAM, SGD, MOMENTUM -> rule.accept(update);
            default -> {
                if (inFlight != null && Update.isOne(first)) {
                    inFlight.guard(update.changed(), () -> rule.accept(update));
                } else {
                    rule.accept(update);
                }
            }
        }
        return alike;
    }

    /** How many of the first of {@code operators} have been done as often. */
    private static int alike(List<Operator> operators, Step step) {
        Operator first = operators.getFirst();
        if (first.inputs("Step").isEmpty()) {
            return operators.size();
        }
        long counted = Update.counted(first, step);
        int alike = 1;
        while (alike < operators.size() && Update.counted(operators.get(alike), step) == counted) {
            alike++;
        }
        return alike;
    }

    /** What {@code operator} does with others like it; null where it is no update and changes no gradient. */
    static @Nullable Consumer<Update> rule(Operator operator) {
        return switch (operator.type()) {
            case CLIP_BY_NORM -> GradientKernels::clipByNorm;
            case L1_DECAY -> GradientKernels::l1Decay;
            case L2_DECAY -> GradientKernels::l2Decay;
            case SGD -> FusedUpdates::sgd;
            case MOMENTUM -> update -> descend(update, true);
            case ADAM -> FusedUpdates::adam;
            case ADAMAX -> AdaptiveKernels::adamax;
            case ADAGRAD -> AdaptiveKernels::adagrad;
            case DECAYED_ADAGRAD -> AdaptiveKernels::decayedAdagrad;
            case RMSPROP -> AdaptiveKernels::rmsprop;
            case ADADELTA -> AdaptiveKernels::adadelta;
            case FTRL -> AdaptiveKernels::ftrl;
            default -> null;
        };
    }

    /** p -= lr g. */
    private static void sgd(Update update) {
        Step step = update.step();
        if (step.memory().away() || update.operators().size() > FEW) {
            descend(update, false);
            return;
        }
        Scalar rate = new Scalar(update.rate());
        update.operators()
                .forEach(operator ->
                        step.stored(operator.input("Param")).sub_(step.value(operator.input("Grad")), rate));
    }

    /** m = beta1 m + (1 - beta1) g; v = beta2 v + (1 - beta2) g²; p -= lr sqrt(1 - beta2^t) / (1 - beta1^t) m / (sqrt(v) + epsilon). */
    private static void adam(Update update) {
        double t = update.count();
        double beta2 = update.real("beta2");
        Tensor number =
                torch.full(new long[] {}, new Scalar(t), update.step().memory().options(ScalarType.Float));
        Tensors parameters = update.parameters();
        ADAM.call(
                parameters,
                gradients(update, parameters),
                update.accumulators("Moment1").value(),
                update.accumulators("Moment2").value(),
                FusedKernel.list(List.of()),
                FusedKernel.list(Collections.nCopies(update.operators().size(), number)),
                new IValue(update.rate()),
                new IValue(update.real("beta1")),
                new IValue(beta2),
                new IValue(0.0),
                // libtorch corrects the root before it adds epsilon, and Fluid does not.
                new IValue(update.real("epsilon") / Math.sqrt(1 - Math.pow(beta2, t))),
                new IValue(false),
                new IValue(false),
                new IValue(),
                bad(update.step()));
    }

    /** p -= lr g; with momentum v = mu v + g; p -= lr v, or with Nesterov p -= lr (g + mu v). */
    private static void descend(Update update, boolean momentum) {
        Tensors parameters = update.parameters();
        SGD.call(
                parameters,
                gradients(update, parameters),
                momentum ? update.accumulators("Velocity").value() : FusedKernel.list(List.of()),
                new IValue(0.0),
                new IValue(momentum ? update.real("mu") : 0.0),
                new IValue(update.rate()),
                new IValue(0.0),
                new IValue(momentum && update.first().flag("use_nesterov")),
                new IValue(false),
                new IValue(false),
                new IValue(),
                bad(update.step()));
    }

    private static IValue bad(Step step) {
        InFlight inFlight = step.scope().inFlight();
        return inFlight == null ? new IValue() : new IValue(inFlight.raised());
    }

    /**
     * The gradients with the parameters' strides: of dimensions of one element libtorch keeps what it likes, and then refuses them. All others
     * are contiguous.
     */
    private static IValue gradients(Update update, Tensors parameters) {
        TensorVector laid = update.gradients().all();
        boolean own = false;
        for (int i = 0; i < update.operators().size(); i++) {
            Variable parameter =
                    update.step().program().variable(update.operators().get(i).input("Param"));
            if (parameter.shape().dimensions().contains(1L)) {
                laid = own ? laid : new TensorVector(laid.get());
                own = true;
                laid.put(i, alongside(laid.get(i), parameters.all().get(i)));
            }
        }
        return new Tensors(laid).value();
    }

    private static Tensor alongside(Tensor gradient, Tensor parameter) {
        long[] wanted = parameter.strides().vec().get();
        return Arrays.equals(gradient.strides().vec().get(), wanted)
                ? gradient
                : gradient.contiguous().as_strided(parameter.sizes().vec().get(), wanted);
    }
}
