package jfab.engine.torch;

import java.util.List;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/** Averages all gradients at once, when backward has ended: those of a small network would fill no more than one bucket. */
final class Flat implements Averaging {
    private final List<Tensor> leaves;
    private final Mesh mesh;
    private final int size;

    Flat(List<Tensor> leaves, Mesh mesh, int size) {
        this.leaves = List.copyOf(leaves);
        this.mesh = mesh;
        this.size = size;
    }

    @Override
    public void backward(Tensor loss) {
        loss.backward();
        TensorVector gradients = new TensorVector();
        leaves.forEach(leaf -> gradients.push_back(leaf.grad().reshape(-1)));
        Tensor own = torch.cat(gradients);
        Tensor all = own.is_cuda() ? mesh.sum(own.cpu()).to(own.device(), own.scalar_type()) : mesh.sum(own);
        all.div_(new Scalar((double) size));
        long from = 0;
        for (Tensor leaf : leaves) {
            leaf.mutable_grad().put(all.narrow(0, from, leaf.numel()).view_as(leaf));
            from += leaf.numel();
        }
    }

    @Override
    public void close() {}
}
