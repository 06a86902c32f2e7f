package jfab.training.engine.torch;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import jfab.training.engine.CudaReport;
import jfab.training.engine.Device;
import jfab.training.engine.EngineException;
import jfab.training.engine.Executor;
import jfab.training.engine.ParameterExchange;
import jfab.training.engine.Peers;
import jfab.training.engine.StepListener;
import jfab.training.engine.TrainerGroup;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/** The way into libtorch: loads it and opens a device. */
public final class Torch {
    /** The libraries of JavaCPP's bindings; the system's loader finds those of libtorch itself. */
    private static final List<String> LIBRARIES = List.of("jnijavacpp", "jnitorch", "jnitorch_gloo");

    private Torch() {}

    /** An executor on {@code device}; a device that is not there is an error that says what is missing. */
    public static Executor open(Device device, ParameterExchange exchange) {
        return open(device, exchange, null);
    }

    /**
     * An executor of a trainer whose programs average gradients over {@code group}.
     *
     * @param group from {@link #group}; null where this process has no peers
     */
    public static Executor open(Device device, ParameterExchange exchange, @Nullable TrainerGroup group) {
        return open(device, exchange, group, StepListener.none());
    }

    /** As the others; {@code listener} is told where the time of steps goes. */
    public static Executor open(
            Device device, ParameterExchange exchange, @Nullable TrainerGroup group, StepListener listener) {
        load(System.getenv());
        if (device instanceof Device.Cuda gpu) {
            Cuda.check(gpu);
        }
        DeviceMemory memory = DeviceMemory.of(device);
        return new TorchExecutor(
                device, memory, exchange, (AllReduceGroup) group, TorchTables.limit(System.getenv(), memory), listener);
    }

    /** What of CUDA this machine has. */
    public static CudaReport gpus() {
        load(System.getenv());
        return Cuda.look();
    }

    /**
     * The group of trainers that {@code peers} describes, over c10d; nobody is called yet.
     *
     * @param silent takes a sentence, in another thread, when one of them has not been heard of for too long; the thread that trains may
     *     then wait for it until the end of its step
     * @param said takes a sentence on what adds up gradients, NCCL or Gloo, and why, where one of the trainers has a GPU
     */
    public static TrainerGroup group(Peers peers, Consumer<String> silent, Consumer<String> said) {
        return new AllReduceGroup(peers, silent, said);
    }

    /** Loads the libraries; {@code OMP_NUM_THREADS} sets the number of threads that compute. */
    private static void load(Map<String, String> environment) {
        // All native memory is freed at the end of the step or by its owner, so that JavaCPP need not watch each object
        // until it is collected, nor ask the system for the memory in use each time that it makes one.
        System.setProperty("org.bytedeco.javacpp.nopointergc", "true");
        System.setProperty("org.bytedeco.javacpp.maxPhysicalBytes", "0");
        // Where the libraries lie unpacked in one folder, JavaCPP would still copy one of OpenBLAS into the user's
        // home.
        boolean unpacked = Boolean.getBoolean("org.bytedeco.javacpp.pathsFirst");
        System.setProperty("org.bytedeco.javacpp.cacheLibraries", Boolean.toString(!unpacked));
        try {
            if (unpacked) {
                // It would look for each in all jars, which takes a fifth of a start, and for CUDA, which is loaded
                // where
                // it is asked for: it says nothing of what is missing then.
                System.setProperty("org.bytedeco.javacpp.loadlibraries", "false");
                loadLibraries();
            }
            org.bytedeco.javacpp.Loader.load(torch.class);
        } catch (UnsatisfiedLinkError e) {
            throw new EngineException("libtorch cannot be loaded: " + EngineException.firstLine(e), e);
        }
        // Python's torch does this as well, so that its TORCH_CPP_LOG_LEVEL is known here too.
        torch.initLogging();
        String threads = environment.getOrDefault("OMP_NUM_THREADS", "");
        if (threads.matches("[1-9]\\d{0,3}")) {
            torch.set_num_threads(Integer.parseInt(threads));
        }
    }

    @SuppressWarnings("restricted") // both ways to start Java here allow native access
    private static void loadLibraries() {
        LIBRARIES.forEach(System::loadLibrary);
    }
}
