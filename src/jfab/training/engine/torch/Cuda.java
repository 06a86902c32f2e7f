package jfab.training.engine.torch;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import jfab.training.engine.Device;
import jfab.training.engine.EngineException;
import org.bytedeco.pytorch.global.torch;

/** Finds out why a GPU cannot be used. */
final class Cuda {
    private static final String LIBRARY = "libtorch_cuda.so";

    private Cuda() {}

    /** Throws one sentence on what is missing for {@code gpu}. */
    static void check(Device.Cuda gpu) {
        if (!built()) {
            throw new EngineException(
                    gpu + ": this engine was built without CUDA; build the bundle with -Pgpu, or use the CPU");
        }
        if (!Files.exists(Path.of("/proc/driver/nvidia/version"))) {
            throw new EngineException(gpu + ": this machine has no NVIDIA driver loaded; install it, or use the CPU");
        }
        if (!torch.cuda_is_available()) {
            throw new EngineException(
                    gpu + ": the NVIDIA driver gives no usable GPU; compare its version with the one CUDA 13 needs");
        }
        int count = torch.cuda_device_count();
        if (gpu.index() >= count) {
            throw new EngineException(
                    gpu + ": this machine has " + count + " GPU" + (count == 1 ? "" : "s") + ", counted from 0");
        }
    }

    /** Whether CUDA's part of libtorch is beside the rest: in the library folders of a bundle, or in a jar. */
    private static boolean built() {
        boolean unpacked = Arrays.stream(
                        System.getProperty("java.library.path", "").split(File.pathSeparator))
                .anyMatch(folder -> Files.exists(Path.of(folder, LIBRARY)));
        return unpacked || Cuda.class.getResource("/org/bytedeco/pytorch/linux-x86_64-gpu/" + LIBRARY) != null;
    }
}
