package jfab.training.train;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import jfab.training.engine.Device;

/**
 * How the GPU of this process does: {@code gpu_utilization} in per cent, {@code gpu_memory} in MB, {@code gpu_temperature} in degrees
 * Celsius, {@code gpu_power} in watts, as nvidia-smi tells them. A thread of its own asks, since an answer may take longer than a step; where
 * nobody answers, it does not ask again.
 */
final class GpuUse implements AutoCloseable {
    private static final String FIELDS = "utilization.gpu,memory.used,temperature.gpu,power.draw";
    private static final List<String> NAMES = List.of("gpu_utilization", "gpu_memory", "gpu_temperature", "gpu_power");
    private static final Duration PERIOD = Duration.ofSeconds(10);
    private static final long ANSWER_SECONDS = 5;

    private final AtomicReference<Map<String, Double>> latest = new AtomicReference<>(Map.of());
    private final Thread asking;

    /** @param nvidiaSmi the command that tells the four numbers in a line */
    GpuUse(List<String> nvidiaSmi, Duration period) {
        asking = Thread.ofVirtual().name("gpu-use").start(() -> ask(nvidiaSmi, period));
    }

    /** That of {@code device}; empty for a processor. */
    static Optional<GpuUse> of(Device device, Map<String, String> environment) {
        return device instanceof Device.Cuda gpu
                ? Optional.of(new GpuUse(
                        List.of(
                                "nvidia-smi",
                                "--id=" + id(gpu.index(), environment),
                                "--query-gpu=" + FIELDS,
                                "--format=csv,noheader,nounits"),
                        PERIOD))
                : Optional.empty();
    }

    /** The number or the UUID that nvidia-smi knows the GPU by, which CUDA counts among those that are visible. */
    static String id(int index, Map<String, String> environment) {
        String[] visible =
                environment.getOrDefault("CUDA_VISIBLE_DEVICES", "").trim().split("\\s*,\\s*", -1);
        return index < visible.length && !visible[index].isEmpty() ? visible[index] : Integer.toString(index);
    }

    /** What has been told since this was asked last; empty where nothing has. */
    Map<String, Double> take() {
        return latest.getAndSet(Map.of());
    }

    private void ask(List<String> nvidiaSmi, Duration period) {
        try {
            while (true) {
                Map<String, Double> numbers = numbers(answer(nvidiaSmi));
                if (numbers.isEmpty()) {
                    return;
                }
                latest.set(numbers);
                Thread.sleep(period);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            // There is no nvidia-smi: metrics without it are as good as before.
        }
    }

    private static String answer(List<String> nvidiaSmi) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(nvidiaSmi)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            process.getOutputStream().close();
            // A line fits into the pipe.
            boolean ended = process.waitFor(ANSWER_SECONDS, TimeUnit.SECONDS);
            return ended && process.exitValue() == 0
                    ? new String(process.getInputStream().readNBytes(1024), StandardCharsets.UTF_8)
                    : "";
        } finally {
            process.destroyForcibly();
        }
    }

    /** Those of a line {@code 87, 41210, 66, 412.55}; a GPU that does not know one of them says {@code [N/A]} in its place. */
    static Map<String, Double> numbers(String line) {
        String[] fields = line.strip().split("\\s*,\\s*", -1);
        Map<String, Double> numbers = new LinkedHashMap<>();
        for (int i = 0; i < fields.length && fields.length == NAMES.size(); i++) {
            if (fields[i].matches("\\d{1,9}(\\.\\d{1,9})?")) {
                numbers.put(NAMES.get(i), Double.parseDouble(fields[i]));
            }
        }
        return numbers;
    }

    /** Waits until nobody is asked any more. */
    void join() throws InterruptedException {
        asking.join();
    }

    @Override
    public void close() {
        asking.interrupt();
    }
}
