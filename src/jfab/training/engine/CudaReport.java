package jfab.training.engine;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What of CUDA a machine has.
 *
 * @param versions of the driver and the libraries that were found, by name
 * @param gpus that this process may use
 * @param wrong a sentence for each thing that keeps the engine from computing on any of them, with what mends it
 */
public record CudaReport(Map<String, String> versions, List<Gpu> gpus, List<String> wrong) {
    public CudaReport {
        versions = new LinkedHashMap<>(versions);
        gpus = List.copyOf(gpus);
        wrong = List.copyOf(wrong);
    }

    /**
     * One of them.
     *
     * @param capability NVIDIA's number for what it can do, {@code 9.0}
     * @param bytes of memory
     * @param wrong why the engine cannot compute on this one; empty where it can
     */
    public record Gpu(int index, String name, String capability, long bytes, String wrong) {}
}
