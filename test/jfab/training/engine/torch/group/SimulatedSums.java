package jfab.training.engine.torch.group;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;
import jfab.training.engine.Peers;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Backend;
import org.bytedeco.pytorch.ByteVector;
import org.bytedeco.pytorch.ProcessGroup.BackendType;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.Store;
import org.bytedeco.pytorch.global.torch.DeviceType;

/** Gloo in the place of NCCL, for devices whose memory is the host's. */
public final class SimulatedSums implements DeviceSums {
    private final PeerStore own;
    private final ProcessGroupGloo gloo;
    private final BooleanSupplier failed;

    public SimulatedSums(Peers peers, Store store, InetAddress here, BooleanSupplier failed) {
        this.failed = failed;
        try (var _ = new PointerScope()) {
            // Gloo's keys are in the store that all have in common.
            if (peers.rank() == 0) {
                store.set(
                        "simulated", new ByteVector(Integer.toString(freePort()).getBytes(StandardCharsets.UTF_8)));
            }
            int port = Integer.parseInt(new String(store.get("simulated").get(), StandardCharsets.UTF_8));
            own = PeerStore.open(
                    new Peers(
                            peers.rank(),
                            peers.size(),
                            here.getHostAddress(),
                            port,
                            peers.join(),
                            peers.step(),
                            peers.silence()),
                    peers.join());
            gloo = Collectives.gloo(peers, own.store(), here);
            gloo.retainReference();
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public DeviceType device() {
        return DeviceType.CPU;
    }

    @Override
    public BackendType type() {
        return BackendType.GLOO;
    }

    @Override
    public Backend backend() {
        return gloo;
    }

    @Override
    public boolean failed() {
        return failed.getAsBoolean();
    }

    @Override
    public void finish() {
        gloo.releaseReference();
        own.close();
    }

    @Override
    public void abort() {
        gloo.releaseReference();
    }
}
