package jfab.training.program.optimize;

import java.util.Map;
import jfab.training.program.Builder;
import jfab.training.program.DataType;
import jfab.training.program.OpType;
import jfab.training.program.Operator;
import jfab.training.program.ProgramException;
import jfab.training.program.Shape;
import jfab.training.program.Variable;

/** How far an update goes: the same in all steps, or what a {@link Schedules schedule} says. */
public sealed interface LearningRate {
    /** The variable of one element that holds the rate of a step; it can be fetched. */
    Variable in(Builder program);

    /** The same in all steps. */
    record Constant(double value) implements LearningRate {
        public Constant {
            Bounds.positive("an optimizer", "learning_rate", value);
        }

        @Override
        public Variable in(Builder program) {
            Variable rate = program.temporary(program.layerName("learning_rate"), Shape.of(1), DataType.FLOAT32);
            program.operator(
                    Operator.of(OpType.CONSTANT_RATE, Map.of(), Map.of("Out", rate), Map.of("learning_rate", value)));
            return rate;
        }
    }

    /** What operators of the program compute in each step. */
    record Scheduled(Variable rate) implements LearningRate {
        @Override
        public Variable in(Builder program) {
            boolean scheduled = program.build().operators(OpType.Phase.SCHEDULE).stream()
                    .anyMatch(operator -> operator.outputs("Out").contains(rate.name()));
            if (!scheduled) {
                throw new ProgramException("learning_rate takes a number or what a schedule gives, not " + rate);
            }
            return rate;
        }
    }
}
