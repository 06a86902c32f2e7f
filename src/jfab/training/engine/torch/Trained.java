package jfab.training.engine.torch;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import jfab.training.program.Block;
import jfab.training.program.OpType;
import jfab.training.program.OpType.Phase;

/**
 * What a block takes gradients for, and what else is looked up in it once.
 *
 * @param any whether it takes gradients at all
 * @param dense the parameters whose gradients are as large as they are; the rows of sparse tables come when the ids are known
 * @param losses what they are taken of, in their order
 * @param products those that only the next operator may read
 */
record Trained(boolean any, List<String> dense, List<String> losses, Set<String> products) {
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
                FusedAffine.products(block));
    }
}
