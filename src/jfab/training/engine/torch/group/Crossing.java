package jfab.training.engine.torch.group;

import java.net.InetAddress;
import jfab.training.engine.Peers;
import org.bytedeco.pytorch.Store;
import org.bytedeco.pytorch.Tensor;

/** The way between the host, where trainers exchange numbers, and the memory that a trainer's tensors are in. */
public interface Crossing {
    /** Whether that is another memory than the host's. */
    boolean away();

    /** The elements of {@code tensor} on the host: itself, where it is there, else a copy that is waited for. */
    Tensor fetch(Tensor tensor);

    /** As the other; has {@code watch}, which throws where the elements will not come any more, look again and again meanwhile. */
    Tensor fetch(Tensor tensor, Runnable watch);

    /** {@code numbers}, which are on the host, in that memory. */
    Tensor bring(Tensor numbers);

    /** Copies {@code staged} from the host into {@code target}; it is not to be changed before the copy has been made. */
    void upload(Tensor target, Tensor staged);

    /** What tells the device of that memory from all other devices, those of other hosts too; empty where it is the host's own. */
    String device();

    /**
     * What adds up tensors of that memory over trainers of which each has a device of its own.
     *
     * @param store a connection of its own to where they find each other
     * @param here this machine's address on the way to the others
     */
    DeviceSums sums(Peers peers, Store store, InetAddress here);
}
