package jfab.training.engine.torch;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import jfab.training.program.Block;
import jfab.training.program.OpType;
import jfab.training.program.Operator;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** A product with a weight plus a bias in one call, whose gradient is one more; of the two formulas apart it is four. */
final class FusedAffine {
    private FusedAffine() {}

    /** The products of a block that one operator reads and no other: nobody misses them where that one has them added to at once. */
    static Set<String> products(Block block) {
        Map<String, Integer> readers = new HashMap<>();
        for (Operator operator : block.operators()) {
            operator.inputs().values().forEach(names -> names.forEach(name -> readers.merge(name, 1, Integer::sum)));
        }
        return block.operators().stream()
                .filter(operator -> operator.type() == OpType.MUL)
                .map(operator -> operator.output("Out"))
                .filter(product -> readers.getOrDefault(product, 0) == 1)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Whether a mul and the addition of a bias to it can be one. */
    static boolean together(Operator product, Operator sum) {
        return product.type() == OpType.MUL
                && sum.type() == OpType.ELEMENTWISE_ADD
                && sum.input("X").equals(product.output("Out"))
                && sum.integer("axis") == 1;
    }

    /** Does a mul and the addition of a bias to it, and says how many operators that were; 0 where someone else reads the product. */
    static int run(Operator product, Operator sum, Step step) {
        if (!step.isPassing(product.output("Out"))) {
            return 0;
        }
        Tensor x = ForwardKernels.matrix(step.in(product, "X"));
        Tensor weight = step.in(product, "Y");
        step.out(
                sum,
                "Out",
                step.precisely(torch.addmm(step.precise(step.in(sum, "Y")), step.precise(x), step.precise(weight))));
        return 2;
    }
}
