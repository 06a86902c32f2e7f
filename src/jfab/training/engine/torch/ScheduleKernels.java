package jfab.training.engine.torch;

import java.util.List;
import java.util.Locale;
import jfab.training.program.Operator;
import jfab.training.program.optimize.SampleSchedule.Policy;
import org.bytedeco.javacpp.LongPointer;

/** Learning rates, computed on the host: no step waits for a device to learn its rate. {@code n} is the number of the step. */
final class ScheduleKernels {
    private ScheduleKernels() {}

    /** Out = learning_rate. */
    static void constantRate(Operator operator, Step step) {
        step.number(operator.output("Out"), operator.real("learning_rate"));
    }

    /** Out = X + 1. */
    static void increment(Operator operator, Step step) {
        LongPointer count = step.stored(operator.input("X")).data_ptr_long();
        count.put(count.get() + 1);
    }

    /** Out = learning_rate decay_rate^(n / decay_steps). */
    static void exponentialDecay(Operator operator, Step step) {
        rate(operator, step, start(operator) * Math.pow(operator.real("decay_rate"), periods(operator, step)));
    }

    /** Out = learning_rate e^(-decay_rate n / decay_steps). */
    static void naturalExpDecay(Operator operator, Step step) {
        rate(operator, step, start(operator) * Math.exp(-operator.real("decay_rate") * periods(operator, step)));
    }

    /** Out = learning_rate / (1 + decay_rate n / decay_steps). */
    static void inverseTimeDecay(Operator operator, Step step) {
        rate(operator, step, start(operator) / (1 + operator.real("decay_rate") * periods(operator, step)));
    }

    /** Out = (learning_rate - end) (1 - min(n / s, 1))^power + end; s = decay_steps, or with cycle its next multiple from n on. */
    static void polynomialDecay(Operator operator, Step step) {
        double end = operator.real("end_learning_rate");
        double steps = operator.integer("decay_steps");
        double n = n(operator, step);
        double span = operator.flag("cycle") ? steps * Math.max(1, Math.ceil(n / steps)) : steps;
        double left = 1 - Math.min(n / span, 1);
        rate(operator, step, (start(operator) - end) * Math.pow(left, operator.real("power")) + end);
    }

    /** Out = values[i] for the first i with n < boundaries[i], else the last of them. */
    static void piecewiseDecay(Operator operator, Step step) {
        List<Long> boundaries = operator.integers("boundaries");
        double n = n(operator, step);
        int piece = (int) boundaries.stream().filter(boundary -> boundary <= n).count();
        rate(operator, step, operator.reals("values").get(piece));
    }

    /** Out = learning_rate d_model^-0.5 min((n + 1)^-0.5, (n + 1) warmup_steps^-1.5). */
    static void noamDecay(Operator operator, Step step) {
        double n = n(operator, step) + 1;
        double warmup = Math.pow((double) operator.integer("warmup_steps"), -1.5);
        double width = Math.pow((double) operator.integer("d_model"), -0.5);
        rate(operator, step, start(operator) * width * Math.min(Math.pow(n, -0.5), n * warmup));
    }

    /** Out = learning_rate (cos(floor(n / step_each_epoch) pi / epochs) + 1) / 2. */
    static void cosineDecay(Operator operator, Step step) {
        double epoch = Math.floor(n(operator, step) / operator.integer("step_each_epoch"));
        rate(operator, step, start(operator) * (Math.cos(epoch * Math.PI / operator.integer("epochs")) + 1) / 2);
    }

    /** Out = start_lr + (end_lr - start_lr) n / warmup_steps, then LearningRate. */
    static void linearWarmup(Operator operator, Step step) {
        double n = n(operator, step);
        double steps = operator.integer("warmup_steps");
        double begin = operator.real("start_lr");
        rate(
                operator,
                step,
                n < steps
                        ? begin + (operator.real("end_lr") - begin) * n / steps
                        : step.number(operator.input("LearningRate")));
    }

    /** Out = X + the samples of this step. */
    static void countSamples(Operator operator, Step step) {
        LongPointer count = step.stored(operator.input("X")).data_ptr_long();
        boolean told = !operator.inputs("Samples").isEmpty();
        count.put(count.get() + (told ? (long) step.number(operator.input("Samples")) : step.counted()));
    }

    /** The first version's: Out = scale times what the policy makes of learning_rate; {@code n} is the number of samples, or of the pass. */
    static void sampleRate(Operator operator, Step step) {
        double n = step.stored(operator.input("Step")).data_ptr_long().get();
        double rate = operator.real("learning_rate");
        double a = operator.real("decay_a");
        double b = operator.real("decay_b");
        double now = switch (Policy.valueOf(operator.text("policy").toUpperCase(Locale.ROOT))) {
            case POLY -> rate * Math.pow(1 + a * n, -b);
            case CAFFE_POLY -> n > a ? 0 : rate * Math.pow(1 - n / a, b);
            case EXP -> rate * Math.pow(a, n / b);
            case DISCEXP -> rate * Math.pow(a, Math.floor(n / b));
            case LINEAR -> Math.max(rate - a * n, b);
            case MANUAL, PASS_MANUAL -> rate * factor(operator, n);
        };
        step.number(operator.output("Out"), operator.real("scale") * now);
    }

    /** The factor of the first segment that has not ended before {@code n}, or the last one. */
    private static double factor(Operator operator, double n) {
        List<Double> factors = operator.reals("factors");
        int ended = (int)
                operator.integers("segments").stream().filter(end -> end < n).count();
        return factors.get(Math.min(ended, factors.size() - 1));
    }

    private static double n(Operator operator, Step step) {
        return step.stored(operator.input("Step")).data_ptr_long().get();
    }

    private static double start(Operator operator) {
        return operator.real("learning_rate");
    }

    private static double periods(Operator operator, Step step) {
        double periods = n(operator, step) / operator.integer("decay_steps");
        return operator.flag("staircase") ? Math.floor(periods) : periods;
    }

    private static void rate(Operator operator, Step step, double rate) {
        step.number(operator.output("Out"), rate);
    }
}
