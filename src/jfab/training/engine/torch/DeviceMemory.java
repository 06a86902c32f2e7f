package jfab.training.engine.torch;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import jfab.training.engine.Device;
import jfab.training.engine.EngineException;
import jfab.training.engine.Peers;
import jfab.training.engine.Precision;
import jfab.training.engine.torch.group.Crossing;
import jfab.training.engine.torch.group.DeviceSums;
import jfab.training.engine.torch.group.Nccl;
import jfab.training.program.DataType;
import jfab.training.program.Shape;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.DeviceOptional;
import org.bytedeco.pytorch.Generator;
import org.bytedeco.pytorch.Store;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.cuda.CUDAEvent;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.DeviceType;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.bytedeco.pytorch.global.torch_cuda;

/**
 * The memory that an executor's tensors are in: the host's, or that of a device. Whatever is copied between the two, and whatever waits
 * for a device, goes through here.
 */
class DeviceMemory implements Crossing {
    /** The host's. */
    static final DeviceMemory HOST =
            new DeviceMemory(new org.bytedeco.pytorch.Device(DeviceType.CPU), Precision.FLOAT32);

    private final org.bytedeco.pytorch.Device device;
    private final Precision precision;
    private final Map<ScalarType, TensorOptions> options = new ConcurrentHashMap<>();

    DeviceMemory(org.bytedeco.pytorch.Device device, Precision precision) {
        this.device = device;
        this.precision = precision;
        // Beyond the native scope that this may be made in.
        device.retainReference();
    }

    /** The memory of {@code device}, which is there. */
    static DeviceMemory of(Device device) {
        return switch (device) {
            case Device.Cpu() -> HOST;
            case Device.Cuda(int index, Precision precision) -> new Gpu(index, precision);
        };
    }

    /** Whether it is not the host's: then numbers have to be copied, and what is handed over is done later. */
    @Override
    public boolean away() {
        return false;
    }

    /** What products are computed with. */
    Precision precision() {
        return precision;
    }

    /** A program is about to run here. */
    void enter() {}

    /** Whether convolutions take images with the channels of a pixel side by side as they are. */
    boolean channelsLast() {
        return true;
    }

    /** For tensors of this memory. */
    TensorOptions options(ScalarType type) {
        return options.computeIfAbsent(type, _ -> {
            TensorOptions made = new TensorOptions(type).device(new DeviceOptional(device));
            made.retainReference();
            return made;
        });
    }

    /** Random numbers that follow from {@code seed}; other ones on a device than on the host. */
    Generator generator(long seed) {
        return torch.make_generator_cpu(seed);
    }

    /** How many bytes there are. */
    long bytes() {
        return Pointer.totalPhysicalBytes();
    }

    /** Room on the host for copies to or from this memory. */
    Tensor staging(long[] shape, ScalarType type) {
        return torch.empty(shape, HOST.options(type), null);
    }

    /** Copies {@code staged} from the host, which is not to be changed before the next {@link #await}. */
    @Override
    public void upload(Tensor target, Tensor staged) {
        target.copy_(staged, true);
    }

    /** Copies {@code source} to the host, where it has arrived after the next {@link #await}. */
    void download(Tensor staged, Tensor source) {
        staged.copy_(source, true);
    }

    /** Waits until everything that was handed over has been done. */
    void await() {}

    /** As the other; has {@code watch} look again and again meanwhile. */
    void await(Runnable watch) {
        await();
    }

    @Override
    public String device() {
        return "";
    }

    @Override
    public DeviceSums sums(Peers peers, Store store, InetAddress here) {
        throw new EngineException("the host's memory is no device's");
    }

    /** {@code numbers}, which are on the host, in this memory. */
    @Override
    public final Tensor bring(Tensor numbers) {
        if (!away()) {
            return numbers;
        }
        Tensor staged =
                staging(numbers.sizes().vec().get(), numbers.scalar_type().intern());
        staged.copy_(numbers);
        return uploaded(staged);
    }

    /** A new tensor[count] of the first of {@code numbers}. */
    final Tensor longs(long[] numbers, int count) {
        Tensor staged = staging(new long[] {count}, ScalarType.Long);
        if (count > 0) {
            staged.data_ptr_long().put(numbers, 0, count);
        }
        return away() ? uploaded(staged) : staged;
    }

    /** A new tensor of {@code source}'s elements. */
    final Tensor bring(jfab.training.engine.Tensor source) {
        return filled(source.shape(), source.type(), target -> {
            int length = Math.toIntExact(source.byteSize());
            target.write(0, source.bytes(0, length));
        });
    }

    /** A new tensor of what {@code filling} writes to it. */
    final Tensor filled(Shape shape, DataType type, Consumer<jfab.training.engine.Tensor> filling) {
        Tensor staged = staging(shape.toArray(), TorchTensor.kind(type));
        filling.accept(new TorchTensor(staged, HOST));
        return away() ? uploaded(staged) : staged;
    }

    private Tensor uploaded(Tensor staged) {
        Tensor tensor = torch.empty(
                staged.sizes().vec().get(), options(staged.scalar_type().intern()), null);
        upload(tensor, staged);
        return tensor;
    }

    /** The elements of {@code tensor} on the host; waits for them. */
    @Override
    public final Tensor fetch(Tensor tensor) {
        return away() ? downloaded(tensor, this::await) : tensor;
    }

    @Override
    public final Tensor fetch(Tensor tensor, Runnable watch) {
        return away() ? downloaded(tensor, () -> await(watch)) : tensor;
    }

    private Tensor downloaded(Tensor tensor, Runnable waiting) {
        Tensor staged = staging(tensor.sizes().vec().get(), tensor.scalar_type().intern());
        download(staged, tensor);
        waiting.run();
        return staged;
    }

    /** As {@link #fetch}. */
    final jfab.training.engine.Tensor onHost(Tensor tensor) {
        return new TorchTensor(fetch(tensor), HOST);
    }

    /** A tensor's one number; waits for it. */
    final double number(Tensor tensor) {
        return fetch(tensor).item_double();
    }

    /** That of an NVIDIA GPU; copies go by way of pinned memory, in the one stream in which everything else is done. */
    private static final class Gpu extends DeviceMemory {
        private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
        private static final long PAUSE = Duration.ofNanos(20_000).toNanos();

        private final int index;

        Gpu(int index, Precision precision) {
            super(new org.bytedeco.pytorch.Device(DeviceType.CUDA, (byte) index), precision);
            this.index = index;
        }

        /** The process has one switch, and executors of other precisions may have run before; cuDNN would use TF32 unless it is told not to. */
        @Override
        void enter() {
            boolean coarse = precision() != Precision.FLOAT32;
            torch.globalContext().setAllowTF32CuDNN(coarse);
            torch.globalContext().setAllowTF32CuBLAS(coarse);
        }

        @Override
        public boolean away() {
            return true;
        }

        @Override
        boolean channelsLast() {
            // Tensor cores take them so; the others would rearrange them.
            return precision() != Precision.FLOAT32;
        }

        @Override
        Generator generator(long seed) {
            Generator generator = torch.globalContext().defaultGenerator(super.device);
            generator.set_current_seed(seed);
            return generator;
        }

        @Override
        Tensor staging(long[] shape, ScalarType type) {
            return torch.empty(shape, new TensorOptions(type).pinned_memory(new BoolOptional(true)), null);
        }

        @Override
        void await() {
            torch.cuda_synchronize(index);
        }

        /** Asks, as a wait in CUDA cannot be left: it would last for ever where another trainer is gone. */
        @Override
        void await(Runnable watch) {
            try (var _ = new PointerScope()) {
                CUDAEvent done = new CUDAEvent();
                done.record(torch_cuda.getCurrentCUDAStream((byte) index));
                while (!done.query()) {
                    watch.run();
                    LockSupport.parkNanos(PAUSE);
                }
            }
        }

        /** GPUs keep their UUIDs, which all of a host see; those of copied virtual machines may be the same. */
        @Override
        public String device() {
            try {
                return Files.readString(BOOT).strip() + " " + Cuda.uuid(index);
            } catch (IOException e) {
                throw new EngineException(BOOT + " cannot be read: " + e.getMessage(), e);
            }
        }

        @Override
        public DeviceSums sums(Peers peers, Store store, InetAddress here) {
            return new Nccl(peers, store, here);
        }

        /** The whole memory, whatever else is on the GPU. */
        @Override
        long bytes() {
            return Cuda.look().gpus().get(index).bytes();
        }
    }
}
