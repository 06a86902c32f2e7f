package jfab.control.report;

import java.util.ArrayList;
import java.util.List;

/** Which share of a trainer's gradients came how late, a curve for each trainer. */
final class StalenessChart {
    private static final int MOST = 8;

    private StalenessChart() {}

    /** Empty where no server told of lags: in synchronous training there are none. */
    static List<Drawing> of(List<Staleness> all) {
        if (all.isEmpty()) {
            return List.of();
        }
        List<Staleness> shown = all.subList(0, Math.min(MOST, all.size()));
        double most = shown.stream()
                .mapToDouble(staleness -> staleness.lags().lastKey())
                .max()
                .orElse(1);
        List<Frame.Entry> legend = new ArrayList<>();
        shown.forEach(staleness -> legend.add(new Frame.Entry(staleness.trainer(), Ink.series(legend.size()))));
        Frame frame = new Frame(
                "How old the values were that gradients were computed from",
                "% of gradients",
                "changes of the parameters in between",
                Scale.of(0, Math.max(1, most)),
                Scale.of(0, 100),
                legend);
        List<Graphic> curves = new ArrayList<>();
        for (int i = 0; i < shown.size(); i++) {
            List<Graphic.Point> points = shown.get(i).shares().map(frame::at).toList();
            Ink ink = Ink.series(i);
            curves.add(new Graphic.Path(points, ink, 1.6));
            points.forEach(point -> curves.add(Graphic.Area.box(point.x() - 2, point.y() - 2, 4, 4, ink, "")));
        }
        return List.of(frame.around(curves));
    }
}
