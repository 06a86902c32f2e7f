package jfab.training.engine.torch.group;

import org.bytedeco.pytorch.Tensor;

/** The way between the host, where trainers exchange numbers, and the memory that a trainer's tensors are in. */
public interface Crossing {
    /** Whether that is another memory than the host's. */
    boolean away();

    /** The elements of {@code tensor} on the host: itself, where it is there, else a copy that is waited for. */
    Tensor fetch(Tensor tensor);

    /** {@code numbers}, which are on the host, in that memory. */
    Tensor bring(Tensor numbers);

    /** Copies {@code staged} from the host into {@code target}; it is not to be changed before the copy has been made. */
    void upload(Tensor target, Tensor staged);
}
