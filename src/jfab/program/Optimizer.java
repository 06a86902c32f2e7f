package jfab.program;

import java.util.List;
import java.util.Map;

/** The rule that changes parameters after each step; its accumulators are variables of the program. */
public sealed interface Optimizer {
    double learningRate();

    /** {@code p -= lr * g}. */
    record Sgd(double learningRate) implements Optimizer {
        public Sgd {
            checkRate(learningRate);
        }
    }

    /**
     * Adam as in Fluid: {@code lr_t = lr * √(1 - beta2^t) / (1 - beta1^t)}, {@code p -= lr_t * m / (√v + epsilon)}. PyTorch
     * has epsilon inside the correction.
     */
    record Adam(double learningRate, double beta1, double beta2, double epsilon) implements Optimizer {
        public Adam {
            checkRate(learningRate);
            if (!(beta1 >= 0 && beta1 < 1 && beta2 >= 0 && beta2 < 1)) {
                throw new ProgramException("beta1 and beta2 of Adam must be in [0, 1), not " + beta1 + " and " + beta2);
            }
        }

        public Adam(double learningRate) {
            this(learningRate, 0.9, 0.999, 1e-8);
        }
    }

    /**
     * Appends to {@code program} the gradients of {@code loss} and one optimize operator per trainable parameter.
     *
     * @param loss a variable of one element
     */
    default void minimize(Builder program, Variable loss) {
        List<Parameter> trainable = program.build().trainable();
        if (trainable.isEmpty()) {
            throw new ProgramException("there is nothing to train: no layer with parameters leads to " + loss.name());
        }
        if (!loss.shape().equals(Shape.of(1))) {
            throw new ProgramException(
                    "only one number can be minimized, and " + loss + " has more; take its mean first");
        }
        trainable.forEach(parameter -> program.add(parameter.variable().gradient()));
        program.operator(new Operator(
                OpType.BACKWARD,
                Map.of("Loss", List.of(loss.name()), "Param", names(trainable)),
                Map.of(
                        "Grad",
                        names(trainable).stream().map(Variable::gradientName).toList()),
                Map.of()));
        trainable.forEach(parameter -> program.operator(operator(program, parameter.variable())));
        SparseTables.spread(program);
    }

    /** The operator that updates {@code parameter} in place, with the accumulators that it needs declared in {@code program}. */
    private Operator operator(Builder program, Variable parameter) {
        String name = parameter.name();
        List<String> gradient = List.of(Variable.gradientName(name));
        return switch (this) {
            case Sgd(double rate) ->
                new Operator(
                        OpType.SGD,
                        Map.of("Param", List.of(name), "Grad", gradient),
                        Map.of("ParamOut", List.of(name)),
                        Map.of("learning_rate", rate));
            case Adam(double rate, double beta1, double beta2, double epsilon) -> {
                Initializer zero = new Initializer.Constant(0);
                List<String> moment1 =
                        List.of(program.accumulator(name + "_moment1_0", parameter.shape(), DataType.FLOAT32, zero)
                                .name());
                List<String> moment2 =
                        List.of(program.accumulator(name + "_moment2_0", parameter.shape(), DataType.FLOAT32, zero)
                                .name());
                List<String> step = List.of(program.accumulator(name + "_step_0", Shape.of(1), DataType.INT64, zero)
                        .name());
                yield new Operator(
                        OpType.ADAM,
                        Map.of(
                                "Param",
                                List.of(name),
                                "Grad",
                                gradient,
                                "Moment1",
                                moment1,
                                "Moment2",
                                moment2,
                                "Step",
                                step),
                        Map.of(
                                "ParamOut",
                                List.of(name),
                                "Moment1Out",
                                moment1,
                                "Moment2Out",
                                moment2,
                                "StepOut",
                                step),
                        Map.of("learning_rate", rate, "beta1", beta1, "beta2", beta2, "epsilon", epsilon));
            }
        };
    }

    private static List<String> names(List<Parameter> parameters) {
        return parameters.stream().map(Parameter::name).toList();
    }

    private static void checkRate(double rate) {
        if (!(rate > 0 && rate < Double.POSITIVE_INFINITY)) {
            throw new ProgramException("learning_rate must be above 0, not " + rate);
        }
    }
}
