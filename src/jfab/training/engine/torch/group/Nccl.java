package jfab.training.engine.torch.group;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import jfab.training.engine.EngineException;
import jfab.training.engine.Peers;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.javacpp.chrono.Milliseconds;
import org.bytedeco.pytorch.Backend;
import org.bytedeco.pytorch.ProcessGroup.BackendType;
import org.bytedeco.pytorch.Store;
import org.bytedeco.pytorch.global.torch.DeviceType;
import org.bytedeco.pytorch.global.torch.ErrorType;
import org.bytedeco.pytorch.nccl.ProcessGroupNCCL;

/** NVIDIA's NCCL, through c10d, for trainers each of which has a GPU of its own. CUDA is loaded. */
public final class Nccl implements DeviceSums {
    private final ProcessGroupNCCL group;

    /**
     * Connects to nobody yet: that is done by the first sum.
     *
     * @param store through which the trainers find each other
     * @param here this machine's address on the way to the others
     */
    public Nccl(Peers peers, Store store, InetAddress here) {
        prepare(here);
        try (var _ = new PointerScope()) {
            ProcessGroupNCCL.Options options = ProcessGroupNCCL.Options.create();
            options.timeout(new Milliseconds(peers.step().toMillis()));
            group = new ProcessGroupNCCL(store, peers.rank(), peers.size(), options);
            group.retainReference();
        }
    }

    private static void prepare(InetAddress here) {
        // A failure is told by who waits, with the trainer that is to blame: c10d would end the process.
        LibcCall.preset("TORCH_NCCL_ASYNC_ERROR_HANDLING", "0");
        LibcCall.preset("TORCH_NCCL_ENABLE_MONITORING", "0");
        LibcCall.preset("TORCH_NCCL_DUMP_ON_TIMEOUT", "0");
        LibcCall.preset("TORCH_NCCL_WAIT_TIMEOUT_DUMP_MILSEC", "0");
        // It would listen for questions of whoever is on this machine.
        LibcCall.preset("NCCL_RAS_ENABLE", "0");
        // It would listen on an interface of its own choice.
        LibcCall.preset("NCCL_SOCKET_FAMILY", here instanceof Inet4Address ? "AF_INET" : "AF_INET6");
        LibcCall.preset("NCCL_SOCKET_IFNAME", "=" + networkInterface(here));
    }

    private static String networkInterface(InetAddress here) {
        try {
            NetworkInterface found = NetworkInterface.getByInetAddress(here);
            if (found != null) {
                return found.getName();
            }
        } catch (SocketException e) {
            throw new EngineException("the interfaces of this machine cannot be listed: " + e.getMessage(), e);
        }
        throw new EngineException("no interface of this machine has the address " + here.getHostAddress());
    }

    @Override
    public DeviceType device() {
        return DeviceType.CUDA;
    }

    @Override
    public BackendType type() {
        return BackendType.NCCL;
    }

    @Override
    public Backend backend() {
        return group;
    }

    @Override
    public boolean failed() {
        return group.getError().intern() != ErrorType.SUCCESS;
    }

    @Override
    public void finish() {
        group.shutdown();
        group.releaseReference();
    }

    /** The group itself is kept: a thread may still be waiting in it for others that do not come. */
    @Override
    public void abort() {
        group.abort();
    }
}
