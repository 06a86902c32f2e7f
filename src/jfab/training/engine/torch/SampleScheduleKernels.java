package jfab.training.engine.torch;

import java.util.List;
import java.util.Locale;
import jfab.training.program.Operator;
import jfab.training.program.optimize.SampleSchedule.Policy;
import org.bytedeco.javacpp.LongPointer;

/** The first version's learning rates. {@code n} is the number of samples, or of the pass; {@code a} and {@code b} are its decays. */
final class SampleScheduleKernels {
    private SampleScheduleKernels() {}

    /** Out = X + the samples of this step. */
    static void countSamples(Operator operator, Step step) {
        LongPointer count = step.stored(operator.input("X")).data_ptr_long();
        boolean told = !operator.inputs("Samples").isEmpty();
        count.put(count.get() + (told ? step.in(operator, "Samples").item().toLong() : step.counted()));
    }

    /** Out = scale times what the policy makes of learning_rate. */
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
}
