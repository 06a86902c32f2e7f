package jfab.training.train.v1;

import java.util.ArrayList;
import java.util.List;
import jfab.training.program.OpType.Phase;
import jfab.training.program.Operator;
import jfab.training.program.Program;
import jfab.training.words.TrainedNetwork;

/**
 * A step of training in two halves.
 *
 * @param compute forward and backward
 * @param apply what is done with the gradients, in this process or on the servers
 * @param names of the gradients
 */
record Gradients(Program compute, Program apply, List<String> names) {
    Gradients {
        names = List.copyOf(names);
    }

    static Gradients of(TrainedNetwork network) {
        Program program = network.program();
        return new Gradients(
                half(program, true),
                half(program, false),
                program.operators(Phase.BACKWARD).stream()
                        .flatMap(backward -> backward.outputs("Grad").stream())
                        .toList());
    }

    /** As {@link #of}, computed as in a test: nothing random, and fixed statistics. */
    static Gradients fixed(TrainedNetwork network) {
        Gradients random = of(network);
        List<Operator> operators = new ArrayList<>(network.network().operators());
        operators.addAll(network.program().operators(Phase.BACKWARD));
        return new Gradients(
                network.program().toBuilder().operators(operators).build(), random.apply(), random.names());
    }

    private static Program half(Program program, boolean computing) {
        List<Operator> operators = program.operators().stream()
                .filter(operator -> computes(operator.type().phase()) == computing)
                .toList();
        return program.toBuilder().operators(operators).build();
    }

    private static boolean computes(Phase phase) {
        return switch (phase) {
            case STARTUP, FORWARD, BACKWARD -> true;
            case CLIP, SCHEDULE, OPTIMIZE -> false;
        };
    }
}
