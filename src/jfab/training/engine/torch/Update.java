package jfab.training.engine.torch;

import java.util.List;
import jfab.training.program.DataType;
import jfab.training.program.OpType;
import jfab.training.program.Operator;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;

/** What the kernel of an update rule works on: a parameter with its gradient, accumulators and constants. */
record Update(Operator operator, Step step) {
    /** Whether {@code operator} is an update rule. */
    static boolean isOne(Operator operator) {
        return operator.type().phase() == OpType.Phase.OPTIMIZE
                && operator.inputs().containsKey("LearningRate");
    }

    /** What the rule changes in place on the device: the parameter and its accumulators, but for counts. */
    List<Tensor> changed() {
        return operator.inputs().entrySet().stream()
                .filter(slot -> !slot.getKey().equals("Grad") && !slot.getKey().equals("LearningRate"))
                .flatMap(slot -> slot.getValue().stream())
                .filter(name -> step.program().variable(name).type() == DataType.FLOAT32)
                .map(step::stored)
                .toList();
    }

    /** The parameter itself, to be changed in place. */
    Tensor parameter() {
        return step.stored(operator.input("Param"));
    }

    Tensor gradient() {
        return step.in(operator, "Grad");
    }

    double rate() {
        double rate = step.number(operator.input("LearningRate"));
        return operator.attributes().containsKey("rate_factor") ? rate * operator.real("rate_factor") : rate;
    }

    /** The accumulator itself, to be changed in place. */
    Tensor accumulator(String slot) {
        return step.stored(operator.input(slot));
    }

    /** {@code accumulator = share accumulator + (1 - share) value}. */
    Tensor average(String slot, double share, Tensor value) {
        return accumulator(slot).lerp_(value, new Scalar(1 - share));
    }

    /** {@code accumulator = share accumulator + (1 - share) Grad²}. */
    Tensor averageSquare(String slot, double share) {
        Tensor gradient = gradient();
        return accumulator(slot).mul_(new Scalar(share)).addcmul_(gradient, gradient, new Scalar(1 - share));
    }

    /** How many updates there were; a count lives in the host's memory. */
    double counted() {
        return accumulator("Step").data_ptr_long().get();
    }

    /** Counts this update, and gives its number from 1. */
    double count() {
        LongPointer count = accumulator("Step").data_ptr_long();
        long number = count.get() + 1;
        count.put(number);
        return number;
    }

    double real(String attribute) {
        return operator.real(attribute);
    }
}
