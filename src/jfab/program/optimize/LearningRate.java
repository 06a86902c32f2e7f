package jfab.program.optimize;

import java.util.Map;
import jfab.program.Builder;
import jfab.program.DataType;
import jfab.program.OpType;
import jfab.program.Operator;
import jfab.program.ProgramException;
import jfab.program.Shape;
import jfab.program.Variable;

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
