package jfab.training.engine.torch.group;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import jfab.training.engine.EngineException;
import jfab.training.engine.Peers;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.javacpp.chrono.Milliseconds;
import org.bytedeco.pytorch.BackendOptional;
import org.bytedeco.pytorch.BroadcastOptions;
import org.bytedeco.pytorch.GlooDeviceVector;
import org.bytedeco.pytorch.ProcessGroup;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.Store;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch.DeviceType;
import org.jspecify.annotations.Nullable;

/** What trainers do together with tensors: over Gloo, and where each has a GPU of its own, sums over NCCL. */
final class Collectives {
    private final ProcessGroupGloo gloo;
    private final ProcessGroup group;
    private @Nullable DeviceSums sums;

    /** Connects to the others, all of which are there. */
    Collectives(Peers peers, Store store) {
        try (var _ = new PointerScope()) {
            gloo = gloo(peers, store, addressTowards(peers));
            group = new ProcessGroup(peers.rank(), peers.size());
            group.setBackend(DeviceType.CPU, ProcessGroup.BackendType.GLOO, new BackendOptional(gloo));
            group.setDefaultBackend(ProcessGroup.BackendType.GLOO);
            gloo.retainReference();
            group.retainReference();
        }
    }

    /** Gloo, which listens at {@code here} only. */
    static ProcessGroupGloo gloo(Peers peers, Store store, InetAddress here) {
        ProcessGroupGloo.Options options =
                ProcessGroupGloo.Options.create(new Milliseconds(peers.step().toMillis()));
        options.devices(new GlooDeviceVector(ProcessGroupGloo.createDeviceForHostname(here.getHostAddress())));
        return new ProcessGroupGloo(store, peers.rank(), peers.size(), options);
    }

    /** The address of this machine on the way to trainer 0, which the others can reach as well. */
    static InetAddress addressTowards(Peers peers) {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(new InetSocketAddress(peers.host(), peers.port()));
            return socket.getLocalAddress();
        } catch (IOException e) {
            throw new EngineException("there is no way from here to " + peers.host() + ": " + e.getMessage(), e);
        }
    }

    ProcessGroup group() {
        return group;
    }

    /** Has gradients added up where they are. */
    void addUpBy(DeviceSums tried) {
        try (var _ = new PointerScope()) {
            group.setBackend(tried.device(), tried.type(), new BackendOptional(tried.backend()));
        }
        sums = tried;
    }

    /** What adds up gradients where they are; null where Gloo does, for which they are on the host. */
    @Nullable
    DeviceSums sums() {
        return sums;
    }

    /** Replaces the contents of {@code tensor}, which is on the host, by those of trainer {@code source}. */
    void broadcast(Tensor tensor, int source) {
        try (var _ = new PointerScope()) {
            BroadcastOptions options = new BroadcastOptions();
            options.rootRank(source);
            gloo.broadcast(new TensorVector(tensor), options)._wait();
        }
    }

    /**
     * Replaces the contents of {@code tensor} by their sum over all trainers, the same to the last bit in all. Where a device adds up, it
     * does so when it gets there.
     */
    void sum(Tensor tensor) {
        try (var _ = new PointerScope()) {
            TensorVector all = new TensorVector(tensor);
            (sums == null ? gloo.allreduce(all) : sums.backend().allreduce(all))._wait();
        }
    }

    /** All gradients of all trainers have been added up. */
    void finish() {
        if (sums != null) {
            sums.finish();
            sums = null;
        }
    }

    /** Ends the connections, so that nobody waits for this trainer any more. */
    void close() {
        if (sums != null) {
            sums.abort();
        }
        group.releaseReference();
        gloo.releaseReference();
    }
}
