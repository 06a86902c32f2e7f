package jfab.training.engine.torch;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import jfab.training.program.Block;
import jfab.training.program.OpType;
import jfab.training.program.OpType.Phase;
import jfab.training.program.Operator;

/**
 * What a block takes gradients for, and what else is looked up in it once.
 *
 * @param any whether it takes gradients at all
 * @param dense the parameters whose gradients are as large as they are; the rows of sparse tables come when the ids are known
 * @param losses what they are taken of, in their order
 * @param products those that only the next operator may read
 * @param neighbours each operator with those after it that can be done together with it
 */
record Trained(
        boolean any, List<String> dense, List<String> losses, Set<String> products, List<List<Operator>> neighbours) {
    static Trained by(Block block) {
        Set<String> all = block.operators().stream()
                .filter(operator -> operator.type().phase() == Phase.BACKWARD)
                .flatMap(operator -> operator.inputs("Param").stream())
                .collect(Collectors.toSet());
        Set<String> tables = block.operators().stream()
                .filter(operator -> operator.type() == OpType.PREFETCH)
                .map(operator -> operator.input("W"))
                .collect(Collectors.toSet());
        return new Trained(
                !all.isEmpty(),
                all.stream().filter(name -> !tables.contains(name)).toList(),
                block.operators().stream()
                        .filter(operator -> operator.type().phase() == Phase.BACKWARD)
                        .flatMap(operator -> operator.inputs("Loss").stream())
                        .distinct()
                        .toList(),
                FusedAffine.products(block),
                IntStream.range(0, block.operators().size())
                        .mapToObj(i -> neighbours(
                                block.operators().subList(i, block.operators().size())))
                        .toList());
    }

    private static List<Operator> neighbours(List<Operator> operators) {
        Operator first = operators.getFirst();
        if (operators.size() > 1
                && (FusedAffine.together(first, operators.get(1)) || LossKernels.together(first, operators.get(1)))) {
            return List.copyOf(operators.subList(0, 2));
        }
        int alike = 1;
        while (alike < operators.size() && Update.alike(first, operators.get(alike))) {
            alike++;
        }
        return List.copyOf(operators.subList(0, FusedUpdates.rule(first) == null ? 1 : alike));
    }
}
