package jfab.control.watch;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import jfab.control.observe.GpuLoad;
import jfab.control.observe.HostView;
import jfab.control.observe.JobPicture;
import jfab.control.observe.Statistics;

/** The hosts of a job as lines: each by name, or all in one and those that are not reached by name. */
final class HostTable {
    private final JobPicture picture;
    private final int columns;

    HostTable(JobPicture picture, int columns) {
        this.picture = picture;
        this.columns = columns;
    }

    List<ScreenLine> all() {
        int width = picture.hostNames().mapToInt(String::length).reduce(4, Math::max);
        List<ScreenLine> lines = new ArrayList<>();
        lines.add(new ScreenLine(
                Look.HEAD,
                Cells.left("HOST", Math.min(width, 30)) + "  CPU  MEMORY            GPU: busy, memory, heat, power"));
        for (HostView host : picture.hosts()) {
            String name = Cells.left(host.host(), Math.min(width, 30));
            lines.add(
                    host.reached()
                            ? ScreenLine.plain(cut(name + Cells.right(Cells.perCent(host.cpu()), 5) + "  "
                                    + memory(host) + "  " + gpus(host)))
                            : new ScreenLine(Look.BAD, cut(name + "    -  is not reached")));
        }
        return lines;
    }

    List<ScreenLine> folded() {
        List<HostView> reached =
                picture.hosts().stream().filter(HostView::reached).toList();
        List<ScreenLine> lines = new ArrayList<>();
        String gpu = reached.stream().allMatch(host -> host.gpus().isEmpty())
                ? ""
                : ", GPU " + spread(reached, HostTable::gpu);
        lines.add(ScreenLine.plain(cut(reached.size() + " hosts: CPU " + spread(reached, HostView::cpu) + ", memory "
                + spread(reached, HostTable::memoryShare) + gpu + " (least, median, most)")));
        picture.hosts().stream()
                .filter(host -> !host.reached())
                .map(host -> new ScreenLine(Look.BAD, cut(host.host() + " is not reached")))
                .forEach(lines::add);
        return lines;
    }

    private static String spread(List<HostView> hosts, ToDoubleFunction<HostView> value) {
        return List.of(0.0, 0.5, 1.0).stream()
                .map(share -> Cells.whole(Statistics.quantile(hosts.stream().mapToDouble(value), share)))
                .collect(Collectors.joining("/", "", "%"));
    }

    private static double memoryShare(HostView host) {
        return 100 * host.memoryKb() / host.totalKb();
    }

    private static double gpu(HostView host) {
        return Statistics.mean(host.gpus().stream().mapToDouble(GpuLoad::perCent));
    }

    private static String memory(HostView host) {
        return Cells.left(Cells.memory(host.memoryKb()) + " of " + Cells.memory(host.totalKb()), 16);
    }

    private static String gpus(HostView host) {
        return host.gpus().stream().map(GpuLoad::toString).collect(Collectors.joining("  "));
    }

    private String cut(String text) {
        return text.length() > columns ? Cells.left(text, columns) : text;
    }
}
