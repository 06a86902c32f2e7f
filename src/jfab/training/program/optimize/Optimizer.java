package jfab.training.program.optimize;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jfab.training.program.Builder;
import jfab.training.program.GradientClip;
import jfab.training.program.OpType;
import jfab.training.program.Operator;
import jfab.training.program.Parameter;
import jfab.training.program.ProgramException;
import jfab.training.program.Pruning;
import jfab.training.program.Regularization;
import jfab.training.program.Shape;
import jfab.training.program.SparseTables;
import jfab.training.program.Variable;
import org.jspecify.annotations.Nullable;

/**
 * How a program learns. Accumulators and counts of steps are variables of the program.
 *
 * @param regularization of all parameters that have none of their own; null for none
 * @param clip of the gradients of all parameters that have none of their own; null for none
 */
public record Optimizer(
        UpdateRule rule,
        LearningRate learningRate,
        @Nullable Regularization regularization,
        @Nullable GradientClip clip) {
    public Optimizer(UpdateRule rule, LearningRate learningRate) {
        this(rule, learningRate, null, null);
    }

    /** One with the same learning rate in all steps. */
    public static Optimizer of(UpdateRule rule, double learningRate) {
        return new Optimizer(rule, new LearningRate.Constant(learningRate));
    }

    /** The same with regularization. */
    public Optimizer regularized(Regularization other) {
        return new Optimizer(rule, learningRate, other, clip);
    }

    /** The same with clipped gradients. */
    public Optimizer clipped(GradientClip other) {
        return new Optimizer(rule, learningRate, regularization, other);
    }

    /**
     * Appends to {@code program} the gradients of {@code loss} and one optimize operator per trainable parameter.
     *
     * @param loss a variable of one element
     */
    public void minimize(Builder program, Variable loss) {
        List<Parameter> trainable = Pruning.trainable(loss, program.build());
        if (trainable.isEmpty()) {
            throw new ProgramException("there is nothing to train: no layer with parameters leads to " + loss.name());
        }
        if (!loss.shape().equals(Shape.of(1))) {
            throw new ProgramException(
                    "only one number can be minimized, and " + loss + " has more; take its mean first");
        }
        backward(program, loss, trainable);
        new GradientPath(program, clip, regularization).append(trainable);
        Variable rate = learningRate.in(program);
        trainable.forEach(parameter -> program.operator(update(program, parameter, rate)));
        SparseTables.spread(program);
    }

    private static void backward(Builder program, Variable loss, List<Parameter> trainable) {
        List<String> parameters = new ArrayList<>();
        List<String> gradients = new ArrayList<>();
        for (Parameter parameter : trainable) {
            if (program.find(Variable.gradientName(parameter.name())) != null) {
                throw new ProgramException(
                        "'" + parameter.name()
                                + "' leads to two losses that are minimized; minimize the sum of the losses, or give each layers of its own");
            }
            parameters.add(parameter.name());
            gradients.add(program.add(parameter.variable().gradient()).name());
        }
        program.operator(new Operator(
                OpType.BACKWARD,
                Map.of("Loss", List.of(loss.name()), "Param", parameters),
                Map.of("Grad", gradients),
                Map.of()));
    }

    /** The operator that changes {@code parameter} in place, with the accumulators that it needs declared in {@code program}. */
    private Operator update(Builder program, Parameter learning, Variable rate) {
        Variable parameter = learning.variable();
        Map<String, Variable> inputs = new LinkedHashMap<>();
        Map<String, Variable> outputs = new LinkedHashMap<>();
        inputs.put("Param", parameter);
        inputs.put("Grad", parameter.gradient());
        inputs.put("LearningRate", rate);
        outputs.put("ParamOut", parameter);
        for (Accumulator accumulator : rule.accumulators()) {
            Variable variable = accumulator.declare(program, parameter);
            inputs.put(accumulator.slot(), variable);
            outputs.put(accumulator.slot() + "Out", variable);
        }
        Operator update = Operator.of(rule.type(), inputs, outputs, rule.attributes());
        double factor = learning.learning().rate();
        return factor == 1 ? update : update.with("rate_factor", factor);
    }
}
