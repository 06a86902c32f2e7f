package jfab.training.engine.torch;

import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import jfab.training.engine.Device;
import jfab.training.engine.Executor;
import jfab.training.engine.ParameterExchange;
import jfab.training.engine.Peers;
import jfab.training.engine.Precision;
import jfab.training.engine.StepListener;
import jfab.training.engine.TrainerGroup;
import jfab.training.engine.torch.group.DeviceSums;
import jfab.training.engine.torch.group.SimulatedSums;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Generator;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Store;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.DeviceType;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * A GPU of the host's own memory: what goes there or comes from there is copied, and what comes is not there before it has been waited
 * for, or others are on their way behind it. It counts copies and waits.
 */
public class SimulatedGpu extends DeviceMemory {
    /** What is in memory that no copy has reached yet. */
    private static final Scalar NOTHING = new Scalar(0x77L);

    /** So many copies are on their way at a time; they arrive in the order in which they were handed over. */
    private static final int UNDER_WAY = 3;

    private record Copy(Tensor staged, Tensor value) {}

    private final Deque<Copy> copies = new ArrayDeque<>();
    private int uploads;
    private int downloads;
    private int waits;
    private long bytes;
    private boolean slow;
    private final String device;

    public SimulatedGpu(Precision precision) {
        this(precision, "the only one");
    }

    /** The one of that name; what two of different names have can be added up where it is. */
    public SimulatedGpu(Precision precision, String device) {
        super(new org.bytedeco.pytorch.Device(DeviceType.CPU), precision);
        this.device = device;
    }

    /** An executor on one of its own. */
    public static Executor open(ParameterExchange exchange, @Nullable TrainerGroup group) {
        Torch.open(new Device.Cpu(), exchange);
        return new SimulatedGpu(Precision.FLOAT32).executor(exchange, group);
    }

    /** Whether nothing arrives that is not waited for. */
    public void setSlow(boolean slow) {
        this.slow = slow;
    }

    /** An executor here; libtorch is loaded. */
    public Executor executor(ParameterExchange exchange, @Nullable TrainerGroup group) {
        return new TorchExecutor(
                new Device.Cuda(0), this, exchange, (AllReduceGroup) group, Long.MAX_VALUE, StepListener.none());
    }

    @Override
    public String device() {
        return device;
    }

    /** A second Gloo in the place of NCCL. */
    @Override
    public DeviceSums sums(Peers peers, Store store, InetAddress here) {
        return new SimulatedSums(peers, store, here, () -> false);
    }

    /** Copies to it. */
    public int uploads() {
        return uploads;
    }

    /** Copies from it. */
    public int downloads() {
        return downloads;
    }

    /** How much was copied to it and from it. */
    public long copied() {
        return bytes;
    }

    /** How often the host has waited for it. */
    public int waits() {
        return waits;
    }

    @Override
    public boolean away() {
        return true;
    }

    @Override
    Generator generator(long seed) {
        return torch.make_generator_cpu(seed);
    }

    @Override
    Tensor staging(long[] shape, ScalarType type) {
        Tensor room = super.staging(shape, type);
        room.view(-1).view(ScalarType.Byte).fill_(NOTHING);
        return room;
    }

    @Override
    public void upload(Tensor target, Tensor staged) {
        uploads++;
        bytes += staged.nbytes();
        super.upload(target, staged);
    }

    @Override
    void download(Tensor staged, Tensor source) {
        downloads++;
        bytes += source.nbytes();
        Tensor value = source.detach().clone();
        staged.retainReference();
        value.retainReference();
        copies.addLast(new Copy(staged, value));
        arrive(slow ? Integer.MAX_VALUE : UNDER_WAY);
    }

    @Override
    void await() {
        waits++;
        arrive(0);
    }

    /** All but {@code left} copies from here. */
    private void arrive(int left) {
        try (var _ = new PointerScope()) {
            while (copies.size() > left) {
                Copy copy = copies.removeFirst();
                copy.staged().copy_(copy.value());
                copy.staged().releaseReference();
                copy.value().releaseReference();
            }
        }
    }
}
