package jfab.training.engine.torch;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.File;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jfab.training.engine.CudaReport;
import jfab.training.engine.CudaReport.Gpu;
import jfab.training.engine.Device;
import jfab.training.engine.EngineException;
import org.bytedeco.pytorch.global.torch;

/** Loads CUDA's part of libtorch, or finds out why a GPU cannot be used. */
@SuppressWarnings("restricted") // both ways to start Java here allow native access
final class Cuda {
    /** What the bindings of the CPU's part do not load: without it, libtorch is one that was built without CUDA. */
    private static final List<String> LIBRARIES = List.of("torch_cuda", "jnitorch_cuda", "jnitorch_nccl");

    /** The CUDA that the engine was built with needs a driver that knows it, or an older one with the same first number. */
    private static final int OLDEST_DRIVER = 13_000;

    private static final Pattern ABSENT = Pattern.compile("(\\S+): cannot open shared object file.*");
    private static final int NOW = 2;
    private static final int CAPABILITY_MAJOR = 75;
    private static final int CAPABILITY_MINOR = 76;
    private static final int TEXT = 4096;
    private static final int UUID = 16;

    /**
     * A library of NVIDIA's that libtorch needs.
     *
     * @param wheel the package of Python that brings it
     */
    private record Part(String name, String file, String wheel) {}

    private static final List<Part> PARTS = List.of(
            new Part("CUDA's runtime 13", "libcudart.so.13", "nvidia-cuda-runtime"),
            new Part("CUPTI 13", "libcupti.so.13", "nvidia-cuda-cupti"),
            new Part("cuBLAS 13", "libcublas.so.13", "nvidia-cublas"),
            new Part("cuFFT 12", "libcufft.so.12", "nvidia-cufft"),
            new Part("cuRAND 10", "libcurand.so.10", "nvidia-curand"),
            new Part("cuSOLVER 12", "libcusolver.so.12", "nvidia-cusolver"),
            new Part("cuSPARSE 12", "libcusparse.so.12", "nvidia-cusparse"),
            new Part("cuFile 0", "libcufile.so.0", "nvidia-cufile"),
            new Part("cuDNN 9", "libcudnn.so.9", "nvidia-cudnn-cu13"),
            new Part("NCCL 2", "libnccl.so.2", "nvidia-nccl-cu13"));

    private Cuda() {}

    /** Loads what computes on {@code gpu}, or throws one sentence on what is missing for it. */
    static void check(Device.Cuda gpu) {
        CudaReport here = look();
        String wrong = here.wrong().stream().findFirst().orElse("");
        if (wrong.isEmpty()) {
            int count = here.gpus().size();
            wrong = gpu.index() < count
                    ? here.gpus().get(gpu.index()).wrong()
                    : "this machine has " + count + " GPU" + (count == 1 ? "" : "s") + ", counted from 0";
        }
        if (!wrong.isEmpty()) {
            throw new EngineException(gpu + ": " + wrong);
        }
    }

    /** What there is; libtorch itself, which the caller has loaded, can use its GPUs where nothing is wrong. */
    static CudaReport look() {
        Map<String, String> versions = new LinkedHashMap<>();
        List<Gpu> gpus = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        if (!built()) {
            wrong.add("this engine was built without CUDA; build the bundle with -Pgpu, or use the CPU");
            return new CudaReport(versions, gpus, wrong);
        }
        library("libcuda.so.1")
                .ifPresentOrElse(
                        driver -> ask(driver, versions, gpus, wrong),
                        () -> wrong.add(
                                "this machine has no NVIDIA driver, whose libcuda.so.1 was not found; install it, start a container with"
                                        + " --gpus all, or use the CPU"));
        if (gpus.isEmpty()) {
            return new CudaReport(versions, gpus, wrong);
        }
        try {
            LIBRARIES.forEach(System::loadLibrary);
        } catch (UnsatisfiedLinkError e) {
            wrong.add(lacking(e));
        }
        version(versions, "CUDA runtime", "libcudart.so.13", "cudaRuntimeGetVersion", Cuda::ofToolkit);
        version(versions, "NCCL", "libnccl.so.2", "ncclGetVersion", Cuda::ofLibrary);
        library("libcudnn.so.9").ifPresent(cudnn -> versions.put("cuDNN", ofLibrary(call(cudnn, "cudnnGetVersion"))));
        if (wrong.isEmpty() && !torch.cuda_is_available()) {
            wrong.add(
                    "the NVIDIA driver has GPUs, and libtorch finds none; make the Executor of the GPU before any of the CPU, and see"
                            + " what nvidia-smi says");
        }
        return new CudaReport(versions, gpus, wrong);
    }

    /** Whether CUDA's part of libtorch is beside the rest. */
    private static boolean built() {
        return folders(System.getProperty("java.library.path", ""))
                .anyMatch(folder -> Files.exists(folder.resolve("libtorch_cuda.so")));
    }

    private static void ask(SymbolLookup driver, Map<String, String> versions, List<Gpu> gpus, List<String> wrong) {
        library("libnvidia-ml.so.1").ifPresent(management -> {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment text = arena.allocate(TEXT);
                if (call(management, "nvmlInit_v2") == 0
                        && call(management, "nvmlSystemGetDriverVersion", text, TEXT) == 0) {
                    versions.put("driver", text.getString(0));
                }
            }
        });
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment number = arena.allocate(JAVA_LONG);
            int known = call(driver, "cuDriverGetVersion", number) == 0 ? number.get(JAVA_INT, 0) : 0;
            versions.put("CUDA of the driver", ofToolkit(known));
            if (known < OLDEST_DRIVER) {
                wrong.add("the NVIDIA driver knows CUDA up to " + ofToolkit(known) + ", and the engine needs "
                        + ofToolkit(OLDEST_DRIVER) + "; install driver 580 or a newer one");
                return;
            }
            int failed = call(driver, "cuInit", 0);
            if (failed == 0) {
                failed = call(driver, "cuDeviceGetCount", number);
            }
            int count = number.get(JAVA_INT, 0);
            if (failed != 0 || count == 0) {
                String reason = failed == 0 ? "there is none" : reason(driver, failed, arena);
                wrong.add("the NVIDIA driver gives no usable GPU (" + reason
                        + "); see what nvidia-smi says and whether CUDA_VISIBLE_DEVICES leaves one");
                return;
            }
            for (int index = 0; index < count; index++) {
                gpus.add(gpu(driver, index, arena));
            }
        }
    }

    private static Gpu gpu(SymbolLookup driver, int index, Arena arena) {
        MemorySegment number = arena.allocate(JAVA_LONG);
        MemorySegment name = arena.allocate(TEXT);
        call(driver, "cuDeviceGet", number, index);
        int device = number.get(JAVA_INT, 0);
        call(driver, "cuDeviceGetName", name, TEXT, device);
        call(driver, "cuDeviceGetAttribute", number, CAPABILITY_MAJOR, device);
        int major = number.get(JAVA_INT, 0);
        call(driver, "cuDeviceGetAttribute", number, CAPABILITY_MINOR, device);
        int minor = number.get(JAVA_INT, 0);
        call(driver, "cuDeviceTotalMem_v2", number, device);
        // Code for one number runs on the later ones before the next whole one; there is none that the driver could
        // translate for others.
        boolean known = major == 7 ? minor >= 5 : Set.of(8, 9, 10, 12).contains(major);
        return new Gpu(
                index,
                name.getString(0),
                major + "." + minor,
                number.get(JAVA_LONG, 0),
                known
                        ? ""
                        : "the engine has no code for its compute capability " + major + "." + minor
                                + ", but for 7.5, 8.x, 9.x, 10.x and 12.x; use the CPU");
    }

    /** The driver's number for GPU {@code index}, which no other GPU has, nor another part of it. */
    static String uuid(int index) {
        SymbolLookup driver = library("libcuda.so.1").orElseThrow();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment device = arena.allocate(JAVA_LONG);
            MemorySegment uuid = arena.allocate(UUID);
            if (call(driver, "cuDeviceGet", device, index) != 0
                    || call(driver, "cuDeviceGetUuid_v2", uuid, device.get(JAVA_INT, 0)) != 0) {
                throw new EngineException("the NVIDIA driver does not say which GPU is number " + index);
            }
            return HexFormat.of().formatHex(uuid.toArray(JAVA_BYTE));
        }
    }

    private static String reason(SymbolLookup driver, int code, Arena arena) {
        MemorySegment text = arena.allocate(ADDRESS);
        return call(driver, "cuGetErrorString", code, text) == 0
                ? text.get(ADDRESS, 0).reinterpret(TEXT).getString(0)
                : "error " + code;
    }

    private static void version(
            Map<String, String> versions, String name, String file, String function, IntFunction<String> written) {
        library(file).ifPresent(library -> {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment number = arena.allocate(JAVA_INT);
                if (call(library, function, number) == 0) {
                    versions.put(name, written.apply(number.get(JAVA_INT, 0)));
                }
            }
        });
    }

    /** 13010 is 13.1. */
    private static String ofToolkit(int number) {
        return number / 1000 + "." + number % 1000 / 10;
    }

    /** 92400 is 9.24.0. */
    private static String ofLibrary(int number) {
        return number / 10_000 + "." + number % 10_000 / 100 + "." + number % 100;
    }

    /** Which of NVIDIA's libraries are missing, where they were looked for, and what brings them. */
    private static String lacking(UnsatisfiedLinkError failure) {
        List<String> missing = new ArrayList<>();
        Set<String> wheels = new LinkedHashSet<>();
        for (Part part : PARTS) {
            Matcher absent = ABSENT.matcher(unopened(part.file()));
            if (absent.matches()) {
                missing.add(part.name() + " (" + absent.group(1) + others(absent.group(1)) + ")");
                wheels.add(part.wheel());
            }
        }
        if (missing.isEmpty()) {
            return "CUDA's part of libtorch cannot be loaded: " + EngineException.firstLine(failure);
        }
        return "libtorch needs " + String.join(", ", missing) + ", looked for in "
                + searched().map(Path::toString).collect(Collectors.joining(", "))
                + ", the nvidia wheels of Python and where the system's loader looks; run 'pip install "
                + String.join(" ", wheels)
                + "', name the folder in LD_LIBRARY_PATH, or build the engine with -Pgpu,cuda";
    }

    /** Other versions of {@code file} that are here. */
    private static String others(String file) {
        String kind = file.substring(0, file.indexOf(".so") + 3);
        List<String> found = searched()
                .flatMap(folder -> list(folder, kind + ".*"))
                .filter(other -> !other.getFileName().toString().equals(file))
                .map(Path::toString)
                .toList();
        return found.isEmpty() ? ", none found" : ", found " + String.join(" and ", found);
    }

    /** Folders where CUDA's libraries may be, also those that bin/train leaves out because they hold another version. */
    private static Stream<Path> searched() {
        return Stream.of(
                        folders(System.getenv().getOrDefault("LD_LIBRARY_PATH", "")),
                        list(Path.of("/usr/local"), "cuda*").map(toolkit -> toolkit.resolve("lib64")),
                        Stream.of(Path.of("/usr/lib/x86_64-linux-gnu"), Path.of("/usr/lib64")))
                .flatMap(folders -> folders)
                .filter(Files::isDirectory)
                .distinct();
    }

    private static Stream<Path> folders(String path) {
        return Arrays.stream(path.split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .map(Path::of);
    }

    private static Stream<Path> list(Path folder, String pattern) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, pattern)) {
            List<Path> all = new ArrayList<>();
            files.forEach(all::add);
            return all.stream().sorted();
        } catch (IOException e) {
            return Stream.empty();
        }
    }

    /** Why the library cannot be opened, in the words of the system's loader; empty where it can. */
    private static String unopened(String file) {
        SymbolLookup system = Linker.nativeLinker().defaultLookup();
        MethodHandle open = function(system, "dlopen", FunctionDescriptor.of(ADDRESS, ADDRESS, JAVA_INT));
        // Found before: looking for it forgets what failed.
        MethodHandle error = function(system, "dlerror", FunctionDescriptor.of(ADDRESS));
        try (Arena arena = Arena.ofConfined()) {
            if (((MemorySegment) invoke(open, arena.allocateFrom(file), NOW)).address() != 0) {
                return "";
            }
            MemorySegment said = (MemorySegment) invoke(error);
            return said.address() == 0
                    ? "no reason given"
                    : said.reinterpret(TEXT).getString(0);
        }
    }

    /** The library that the system's loader finds under that name, for as long as this process is. */
    private static Optional<SymbolLookup> library(String file) {
        try {
            return Optional.of(SymbolLookup.libraryLookup(file, Arena.global()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** What a C function with a whole number as its result says of {@code arguments}: addresses and ints. */
    private static int call(SymbolLookup library, String function, Object... arguments) {
        MemoryLayout[] kinds = Arrays.stream(arguments)
                .map(argument -> argument instanceof Integer ? JAVA_INT : ADDRESS)
                .toArray(MemoryLayout[]::new);
        return (int) invoke(function(library, function, FunctionDescriptor.of(JAVA_INT, kinds)), arguments);
    }

    private static MethodHandle function(SymbolLookup library, String name, FunctionDescriptor type) {
        return Linker.nativeLinker().downcallHandle(library.findOrThrow(name), type);
    }

    private static Object invoke(MethodHandle function, Object... arguments) {
        try {
            return function.invokeWithArguments(arguments);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
