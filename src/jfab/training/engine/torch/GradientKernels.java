package jfab.training.engine.torch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import jfab.training.engine.EngineException;
import jfab.training.program.Operator;
import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** Gradients, and what happens to them before they are applied. */
final class GradientKernels {
    private GradientKernels() {}

    /** Grad_i = d Loss / d Param_i, and so for what the next piece begins with; or by way of what the last piece has ended with. */
    static void backward(Operator operator, Step step) {
        List<Tensor> sources = new ArrayList<>();
        operator.inputs("Param").forEach(name -> sources.add(step.value(name)));
        operator.inputs("Cut").forEach(name -> sources.add(step.value(name)));
        List<String> names = new ArrayList<>(operator.outputs("Grad"));
        names.addAll(operator.outputs("CutGrad"));
        TensorVector gradients = operator.inputs("Out").isEmpty()
                ? fromLoss(operator, step, vector(sources))
                : torch.grad(
                        new TensorVector(step.value(operator.input("Out"))),
                        vector(sources),
                        new TensorVector(step.value(operator.input("OutGrad"))),
                        new BoolOptional(),
                        false,
                        false);
        step.put(names, new Tensors(gradients));
        for (int i = 0; i < names.size(); i++) {
            Tensor gradient = gradients.get(i);
            if (!gradient.is_contiguous()) {
                gradients.put(i, gradient.contiguous());
            }
        }
    }

    private static TensorVector fromLoss(Operator operator, Step step, TensorVector sources) {
        checkLoss(step);
        return torch.grad(new TensorVector(step.loss(operator)), sources);
    }

    /** Out = sum(Weight_i X_i) / sum(Weight_i), or divided by samples, where there are. */
    static void weightedMean(Operator operator, Step step) {
        Tensor weight = step.in(operator, "Weight");
        Tensor stacked = torch.stack(vector(step.values(operator.inputs("X"))), 0);
        Tensor shares = operator.attributes().containsKey("samples")
                ? weight.div(new Scalar((double) operator.integer("samples")))
                : weight.div(weight.sum());
        long[] columns = new long[(int) stacked.dim()];
        Arrays.fill(columns, 1);
        columns[0] = -1;
        step.out(operator, "Out", stacked.mul(shares.view(columns)).sum(0));
    }

    /** Out_i = X_i n / samples, for the n samples that X_i is the mean over. */
    static void scaleBySamples(Operator operator, Step step) {
        long whole = operator.integer("samples");
        if (step.counted() != whole) {
            Scalar share = new Scalar((double) step.counted() / whole);
            operator.outputs("Out")
                    .forEach(name -> step.put(name, step.value(name).mul(share)));
        }
    }

    /** Out = min(max(Grad, min), max). */
    static void clip(Operator operator, Step step) {
        step.out(
                operator,
                "Out",
                step.in(operator, "Grad")
                        .clamp(
                                new ScalarOptional(new Scalar(operator.real("min"))),
                                new ScalarOptional(new Scalar(operator.real("max")))));
    }

    /** Out = sum(Grad_i²); 0 where there is none. */
    static void squaredNorm(Operator operator, Step step) {
        List<String> names = operator.inputs("Grad");
        step.out(
                operator,
                "Out",
                names.isEmpty()
                        ? torch.zeros(new long[] {1}, step.memory().options(ScalarType.Float))
                        : torch.stack(step.all(names).norm().all(), 0)
                                .square_()
                                .sum()
                                .reshape(1));
    }

    /** Out = Grad max_norm / max(norm, max_norm). */
    static void clipByNorm(Update update) {
        Scalar limit = new Scalar(update.real("max_norm"));
        Tensor scale = update.step()
                .in(update.first(), "SquaredNorm")
                .sqrt()
                .clamp_min_(limit)
                .reciprocal_()
                .mul_(limit)
                .squeeze();
        update.gradients(update.gradients().mul(scale));
    }

    /** Out = Grad + coeff sign(Param). */
    static void l1Decay(Update update) {
        update.gradients(update.gradients().add(update.parameters().sign(), update.real("coeff")));
    }

    /** Out = Grad + coeff Param. */
    static void l2Decay(Update update) {
        update.gradients(update.gradients().add(update.parameters(), update.real("coeff")));
    }

    /** Ends the training where a loss is no number, before anything has learned from it: of all losses that there are, before the first is. */
    static void checkLoss(Step step) {
        List<String> names = step.losses();
        InFlight inFlight = step.scope().inFlight();
        if (inFlight != null) {
            if (!names.isEmpty()) {
                inFlight.check(names, names.stream().map(step::value).toList(), step.hasChanged());
            }
            return;
        }
        for (String name : names) {
            double loss = step.memory().number(step.value(name));
            if (!Double.isFinite(loss)) {
                throw new EngineException("the loss '" + name + "' is " + (Double.isNaN(loss) ? "NaN" : loss)
                        + " in training step " + step.scope().trainingSteps() + " of this process; "
                        + changed(step.hasChanged(), step.scope()::spoiled));
            }
        }
    }

    /**
     * What has become of the parameters in a step whose loss is no number.
     *
     * @param spoiled a parameter that is none either
     */
    static String changed(boolean some, Supplier<Optional<String>> spoiled) {
        return some
                ? "parameters that learn from the losses before it have changed in it"
                : "no parameter has changed in it"
                        + spoiled.get()
                                .map(name -> ", and '" + name + "' was NaN or infinite before it")
                                .orElse("");
    }

    private static TensorVector vector(List<Tensor> tensors) {
        return new TensorVector(tensors.toArray(Tensor[]::new));
    }

    /** What parameter servers do to gradients of parameters that have changed since: Out = Grad + lambda Grad² (Param - Pulled). */
    static void dcAsgd(Operator operator, Step step) {
        Tensor gradient = step.in(operator, "Grad");
        Tensor change = step.stored(operator.input("Param")).sub(step.in(operator, "Pulled"));
        Scalar lambda = new Scalar(operator.real("lambda"));
        step.out(operator, "Out", gradient.addcmul(gradient.square(), change, lambda));
    }
}
