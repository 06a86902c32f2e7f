package jfab.control.report;

import java.util.List;
import java.util.stream.IntStream;

/** Points of one curve in the order of x, and its name in the legend. */
record Series(String name, List<Graphic.Point> points) {
    /** More points than this cannot be told apart. */
    private static final int MOST = 240;

    Series {
        points = List.copyOf(points);
    }

    /** The same curve with fewer points, each the mean of those that it stands for. */
    Series thinned() {
        if (points.size() <= MOST) {
            return this;
        }
        return new Series(
                name,
                IntStream.range(0, MOST)
                        .mapToObj(i -> mean(
                                points.subList(i * points.size() / MOST, Math.max(1, (i + 1) * points.size() / MOST))))
                        .toList());
    }

    private static Graphic.Point mean(List<Graphic.Point> some) {
        return new Graphic.Point(
                some.stream().mapToDouble(Graphic.Point::x).average().orElse(0),
                some.stream().mapToDouble(Graphic.Point::y).average().orElse(0));
    }
}
