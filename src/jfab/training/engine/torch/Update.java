package jfab.training.engine.torch;

import java.util.List;
import jfab.training.program.DataType;
import jfab.training.program.OpType;
import jfab.training.program.Operator;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.pytorch.Tensor;

/**
 * What an update rule works on, or what is done to gradients before: parameters with their gradients, accumulators and constants.
 *
 * @param operators neighbours that are {@link #alike}
 */
record Update(List<Operator> operators, Step step) {
    /** Whether {@code operator} is an update rule. */
    static boolean isOne(Operator operator) {
        return operator.type().phase() == OpType.Phase.OPTIMIZE
                && operator.inputs().containsKey("LearningRate");
    }

    /** Whether the same is done to the parameters, or gradients, of both, with the same constants. */
    static boolean alike(Operator first, Operator other) {
        return other.type() == first.type()
                && other.attributes().equals(first.attributes())
                && other.inputs("LearningRate").equals(first.inputs("LearningRate"))
                && other.inputs("SquaredNorm").equals(first.inputs("SquaredNorm"));
    }

    /** What the rule changes in place on the device: the parameters and their accumulators, but for counts. */
    List<Tensor> changed() {
        return operators.stream()
                .flatMap(operator -> operator.inputs().entrySet().stream())
                .filter(slot -> !slot.getKey().equals("Grad") && !slot.getKey().equals("LearningRate"))
                .flatMap(slot -> slot.getValue().stream())
                .filter(name -> step.program().variable(name).type() == DataType.FLOAT32)
                .map(step::stored)
                .toList();
    }

    /** The constants of all. */
    Operator first() {
        return operators.getFirst();
    }

    /** The parameters themselves, to be changed in place. */
    Tensors parameters() {
        return accumulators("Param");
    }

    Tensors gradients() {
        return step.all(names("Grad"));
    }

    /** Gives the gradients other values. */
    void gradients(Tensors changed) {
        step.put(operators.stream().map(operator -> operator.output("Out")).toList(), changed);
    }

    double rate() {
        double rate = step.number(first().input("LearningRate"));
        return first().attributes().containsKey("rate_factor") ? rate * real("rate_factor") : rate;
    }

    /** The accumulators themselves, to be changed in place. */
    Tensors accumulators(String slot) {
        return Tensors.of(names(slot).stream().map(step::stored).toList());
    }

    /** {@code accumulator = share accumulator + (1 - share) value}. */
    Tensors average(String slot, double share, Tensors value) {
        return accumulators(slot).lerp_(value, 1 - share);
    }

    /** {@code accumulator = share accumulator + (1 - share) Grad²}. */
    Tensors averageSquare(String slot, double share) {
        Tensors gradients = gradients();
        return accumulators(slot).mul_(share).addcmul_(gradients, gradients, 1 - share);
    }

    /** How many updates of the parameter of {@code operator}, whose rule counts them, there were; a count lives in the host's memory. */
    static long counted(Operator operator, Step step) {
        return step.stored(operator.input("Step")).data_ptr_long().get();
    }

    /** Counts this update, and gives its number from 1. */
    double count() {
        long number = counted(first(), step) + 1;
        for (Operator operator : operators) {
            LongPointer count = step.stored(operator.input("Step")).data_ptr_long();
            count.put(number);
        }
        return number;
    }

    double real(String attribute) {
        return first().real(attribute);
    }

    private List<String> names(String slot) {
        return operators.stream().map(operator -> operator.input(slot)).toList();
    }
}
