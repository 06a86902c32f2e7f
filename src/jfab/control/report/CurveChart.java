package jfab.control.report;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jfab.control.observe.JobPicture;
import jfab.control.observe.ObservedStep;
import jfab.control.observe.RankView;
import jfab.control.observe.Statistics;
import jfab.control.observe.Straggler;

/**
 * A number of every trainer over its steps: a curve for each, or where they are many, their median within a band from the
 * least to the most, and the slow ones by name.
 */
final class CurveChart {
    private static final int SINGLE = 8;
    /** Numbers that no axis has room for, and what is no number, are left out. */
    private static final double HUGE = 1e100;

    /** Points of the band. */
    private static final int PARTS = 120;

    private CurveChart() {}

    /** Empty where no trainer has told that number twice. */
    static List<Drawing> of(
            JobPicture picture, String title, String unit, ToDoubleFunction<ObservedStep> value, boolean fromZero) {
        List<Series> all = picture.trainers().stream()
                .map(rank -> new Series(rank.name(), points(rank, value)))
                .filter(series -> series.points().size() > 1)
                .toList();
        if (all.isEmpty()) {
            return List.of();
        }
        List<Series> shown = new ArrayList<>();
        List<Graphic.Point> band = List.of();
        if (all.size() <= SINGLE) {
            all.forEach(series -> shown.add(series.thinned()));
        } else {
            Spread spread = Spread.of(all);
            band = spread.outline();
            shown.add(new Series("median of " + all.size(), spread.median()));
            TreeSet<String> slow = new TreeSet<>();
            Straggler.overall(picture.ranks())
                    .forEach(straggler -> slow.add(straggler.rank().name()));
            all.stream()
                    .filter(series -> slow.contains(series.name()))
                    .limit(SINGLE - 1L)
                    .forEach(series -> shown.add(series.thinned()));
        }
        return List.of(draw(title, unit, shown, band, fromZero));
    }

    private static Drawing draw(
            String title, String unit, List<Series> shown, List<Graphic.Point> band, boolean fromZero) {
        List<Graphic.Point> points = Stream.concat(
                        shown.stream().flatMap(series -> series.points().stream()), band.stream())
                .toList();
        Scale x = Scale.of(least(points, Graphic.Point::x), most(points, Graphic.Point::x));
        Scale y = Scale.wide(fromZero ? 0 : least(points, Graphic.Point::y), most(points, Graphic.Point::y));
        List<Frame.Entry> legend = new ArrayList<>();
        for (int i = 0; i < shown.size(); i++) {
            legend.add(new Frame.Entry(shown.get(i).name(), Ink.series(i)));
        }
        if (!band.isEmpty()) {
            legend.add(new Frame.Entry("least to most", Ink.Tone.GRID));
        }
        Frame frame = new Frame(title, unit, "step", x, y, legend);
        List<Graphic> curves = new ArrayList<>();
        if (!band.isEmpty()) {
            curves.add(new Graphic.Area(band.stream().map(frame::at).toList(), Ink.Tone.GRID, 0.6, "least to most"));
        }
        for (int i = shown.size() - 1; i >= 0; i--) {
            curves.add(new Graphic.Path(
                    shown.get(i).points().stream().map(frame::at).toList(), Ink.series(i), 1.6));
        }
        return frame.around(curves);
    }

    private static List<Graphic.Point> points(RankView rank, ToDoubleFunction<ObservedStep> value) {
        return rank.steps().stream()
                .map(step -> new Graphic.Point(step.step(), value.applyAsDouble(step)))
                .filter(point -> Math.abs(point.y()) < HUGE)
                .toList();
    }

    private static double least(List<Graphic.Point> points, ToDoubleFunction<Graphic.Point> of) {
        return Statistics.quantile(points.stream().mapToDouble(of), 0);
    }

    private static double most(List<Graphic.Point> points, ToDoubleFunction<Graphic.Point> of) {
        return Statistics.quantile(points.stream().mapToDouble(of), 1);
    }

    /** Many curves as their least, median and most at each of some steps. */
    private record Spread(List<Graphic.Point> least, List<Graphic.Point> median, List<Graphic.Point> most) {
        static Spread of(List<Series> all) {
            List<Graphic.Point> points =
                    all.stream().flatMap(series -> series.points().stream()).toList();
            double from = CurveChart.least(points, Graphic.Point::x);
            double width = Math.max(1, (CurveChart.most(points, Graphic.Point::x) + 1 - from) / PARTS);
            TreeMap<Integer, List<Double>> parts = new TreeMap<>();
            points.forEach(point -> parts.computeIfAbsent((int) ((point.x() - from) / width), _ -> new ArrayList<>())
                    .add(point.y()));
            return new Spread(at(parts, from, width, 0), at(parts, from, width, 0.5), at(parts, from, width, 1));
        }

        private static List<Graphic.Point> at(
                TreeMap<Integer, List<Double>> parts, double from, double width, double share) {
            return parts.entrySet().stream()
                    .map(part -> new Graphic.Point(
                            from + part.getKey() * width,
                            Statistics.quantile(part.getValue().stream().mapToDouble(Double::doubleValue), share)))
                    .toList();
        }

        List<Graphic.Point> outline() {
            int count = least.size();
            return Stream.concat(most.stream(), IntStream.range(0, count).mapToObj(i -> least.get(count - 1 - i)))
                    .toList();
        }
    }
}
