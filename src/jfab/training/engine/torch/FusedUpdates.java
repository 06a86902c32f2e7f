package jfab.training.engine.torch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import jfab.training.program.OpType;
import jfab.training.program.Operator;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Neighbouring updates in one call: the formulas of {@link UpdateKernels} in one pass over the numbers of all their parameters. On a
 * device these look at the flag of {@link InFlight} as well.
 */
final class FusedUpdates {
    private static final FusedKernel ADAM = FusedKernel.named("aten::_fused_adam_");
    private static final FusedKernel SGD = FusedKernel.named("aten::_fused_sgd_");

    /** A single parameter below this size costs more to call for on the host than it saves. */
    private static final long WORTHWHILE = 1 << 15;

    private final Step step;
    private final List<Update> updates;
    private final Update first;
    private final List<Tensor> parameters = new ArrayList<>();
    private final List<Tensor> gradients = new ArrayList<>();

    private FusedUpdates(List<Operator> operators, Step step) {
        this.step = step;
        updates = operators.stream().map(operator -> new Update(operator, step)).toList();
        first = updates.getFirst();
        for (Update update : updates) {
            Tensor parameter = update.parameter();
            parameters.add(parameter);
            gradients.add(alongside(update.gradient(), parameter));
        }
    }

    /** Does as many of the first of {@code operators} as one call can do, and says how many that were; 0 where a call would not pay. */
    static int run(List<Operator> operators, Step step) {
        Operator first = operators.getFirst();
        boolean away = step.memory().away();
        boolean known = switch (first.type()) {
            case ADAM -> true;
            case SGD, MOMENTUM -> away;
            default -> false;
        };
        if (!known) {
            return 0;
        }
        int alike = 1;
        while (alike < operators.size() && alike(first, operators.get(alike), step)) {
            alike++;
        }
        if (!away && alike == 1 && new Update(first, step).parameter().numel() < WORTHWHILE) {
            return 0;
        }
        FusedUpdates fused = new FusedUpdates(operators.subList(0, alike), step);
        if (first.type() == OpType.ADAM) {
            fused.adam();
        } else {
            fused.descend(first.type() == OpType.MOMENTUM);
        }
        return alike;
    }

    private static boolean alike(Operator first, Operator other, Step step) {
        return other.type() == first.type()
                && other.attributes().equals(first.attributes())
                && other.input("LearningRate").equals(first.input("LearningRate"))
                && (first.type() != OpType.ADAM
                        || new Update(other, step).counted() == new Update(first, step).counted());
    }

    private void adam() {
        double t = 0;
        for (Update update : updates) {
            t = update.count();
        }
        double beta2 = first.real("beta2");
        Tensor number = torch.full(new long[] {}, new Scalar(t), step.memory().options(ScalarType.Float));
        ADAM.call(
                FusedKernel.list(parameters),
                FusedKernel.list(gradients),
                accumulators("Moment1"),
                accumulators("Moment2"),
                FusedKernel.list(List.of()),
                FusedKernel.list(Collections.nCopies(parameters.size(), number)),
                new IValue(first.rate()),
                new IValue(first.real("beta1")),
                new IValue(beta2),
                new IValue(0.0),
                // libtorch corrects the root before it adds epsilon, and Fluid does not.
                new IValue(first.real("epsilon") / Math.sqrt(1 - Math.pow(beta2, t))),
                new IValue(false),
                new IValue(false),
                new IValue(),
                bad());
    }

    private void descend(boolean momentum) {
        SGD.call(
                FusedKernel.list(parameters),
                FusedKernel.list(gradients),
                momentum ? accumulators("Velocity") : FusedKernel.list(List.of()),
                new IValue(0.0),
                new IValue(momentum ? first.real("mu") : 0.0),
                new IValue(first.rate()),
                new IValue(0.0),
                new IValue(momentum && first.operator().flag("use_nesterov")),
                new IValue(false),
                new IValue(false),
                new IValue(),
                bad());
    }

    private IValue accumulators(String slot) {
        return FusedKernel.list(
                updates.stream().map(update -> update.accumulator(slot)).toList());
    }

    private IValue bad() {
        InFlight inFlight = step.scope().inFlight();
        return inFlight == null ? new IValue() : new IValue(inFlight.raised());
    }

    /** The same numbers with the parameter's strides: of dimensions of one element libtorch keeps what it likes, and then refuses them. */
    private static Tensor alongside(Tensor gradient, Tensor parameter) {
        long[] wanted = parameter.strides().vec().get();
        return Arrays.equals(gradient.strides().vec().get(), wanted)
                ? gradient
                : gradient.contiguous().as_strided(parameter.sizes().vec().get(), wanted);
    }
}
