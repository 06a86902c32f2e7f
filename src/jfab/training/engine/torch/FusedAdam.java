package jfab.training.engine.torch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import jfab.training.program.OpType;
import jfab.training.program.Operator;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * Adam for neighbouring operators in one call: the formula of {@link UpdateKernels#adam} in one pass over the numbers of all their
 * parameters instead of seven over those of each.
 */
final class FusedAdam {
    private static final FusedKernel KERNEL = FusedKernel.named("aten::_fused_adam_");

    /** A single parameter below this size costs more to call for than it saves. */
    private static final long WORTHWHILE = 1 << 15;

    private final Step step;
    private final List<Tensor> parameters = new ArrayList<>();
    private final List<Tensor> gradients = new ArrayList<>();
    private final List<Tensor> means = new ArrayList<>();
    private final List<Tensor> squares = new ArrayList<>();

    private FusedAdam(Step step) {
        this.step = step;
    }

    /** Does as many of the first of {@code operators} as one call can do, and says how many that were; 0 where a call would not pay. */
    static int run(List<Operator> operators, Step step) {
        Operator first = operators.getFirst();
        if (first.type() != OpType.ADAM) {
            return 0;
        }
        int alike = 1;
        while (alike < operators.size() && alike(first, operators.get(alike), step)) {
            alike++;
        }
        Tensor parameter = new Update(first, step).parameter();
        if (parameter.is_cuda() || (alike == 1 && parameter.numel() < WORTHWHILE)) {
            return 0;
        }
        new FusedAdam(step).update(operators.subList(0, alike));
        return alike;
    }

    private static boolean alike(Operator first, Operator other, Step step) {
        return other.type() == OpType.ADAM
                && other.attributes().equals(first.attributes())
                && other.input("LearningRate").equals(first.input("LearningRate"))
                && new Update(other, step).counted() == new Update(first, step).counted();
    }

    private void update(List<Operator> operators) {
        double t = 0;
        for (Operator operator : operators) {
            Update update = new Update(operator, step);
            t = update.count();
            parameters.add(update.parameter());
            gradients.add(update.gradient());
            means.add(update.accumulator("Moment1"));
            squares.add(update.accumulator("Moment2"));
        }
        Update any = new Update(operators.getFirst(), step);
        double beta2 = any.real("beta2");
        Tensor number = torch.full(new long[] {}, new Scalar(t));
        KERNEL.call(
                FusedKernel.list(parameters),
                FusedKernel.list(gradients),
                FusedKernel.list(means),
                FusedKernel.list(squares),
                FusedKernel.list(List.of()),
                FusedKernel.list(Collections.nCopies(parameters.size(), number)),
                new IValue(any.rate()),
                new IValue(any.real("beta1")),
                new IValue(beta2),
                new IValue(0.0),
                // libtorch corrects the root before it adds epsilon, and Fluid does not.
                new IValue(any.real("epsilon") / Math.sqrt(1 - Math.pow(beta2, t))),
                new IValue(false),
                new IValue(false),
                new IValue(),
                new IValue());
    }
}
