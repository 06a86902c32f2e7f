package jfab.control.observe;

import java.util.List;

/**
 * How a host of a job is doing.
 *
 * @param reached whether it tells anything at present
 * @param cpu how busy its processors are in per cent of all of them, not a number while unknown
 * @param memoryKb the memory that is in use, of {@code totalKb}
 */
public record HostView(String host, boolean reached, double cpu, double memoryKb, double totalKb, List<GpuLoad> gpus) {
    public HostView {
        gpus = List.copyOf(gpus);
    }

    /** A host that has not told anything yet. */
    static HostView silent(String host) {
        return new HostView(host, false, Double.NaN, 0, 0, List.of());
    }
}
