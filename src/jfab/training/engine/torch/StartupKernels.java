package jfab.training.engine.torch;

import jfab.training.program.Operator;
import org.bytedeco.pytorch.GeneratorOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** First values. Random ones are drawn on the CPU, so that every device starts from the same numbers. */
final class StartupKernels {
    private StartupKernels() {}

    static void fillConstant(Operator operator, Step step) {
        target(operator, step).fill_(new Scalar(operator.real("value")));
    }

    static void uniformRandom(Operator operator, Step step) {
        Tensor target = target(operator, step);
        target.copy_(step.memory()
                .bring(torch.empty(target.sizes().vec().get())
                        .uniform_(operator.real("min"), operator.real("max"), generator(operator))));
    }

    static void gaussianRandom(Operator operator, Step step) {
        Tensor target = target(operator, step);
        target.copy_(step.memory()
                .bring(torch.empty(target.sizes().vec().get())
                        .normal_(operator.real("mean"), operator.real("std"), generator(operator))));
    }

    private static Tensor target(Operator operator, Step step) {
        return step.stored(step.program(), operator.output("Out"));
    }

    private static GeneratorOptional generator(Operator operator) {
        return new GeneratorOptional(torch.make_generator_cpu(operator.integer("seed")));
    }
}
