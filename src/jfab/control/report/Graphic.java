package jfab.control.report;

import java.util.List;

/** Something drawn; coordinates count from the upper left corner. */
sealed interface Graphic {
    /** Where a text stands beside its point. */
    enum Anchor {
        START,
        MIDDLE,
        END
    }

    record Point(double x, double y) {}

    /** Points joined by lines. */
    record Path(List<Point> points, Ink ink, double width) implements Graphic {
        public Path {
            points = List.copyOf(points);
        }
    }

    /** A filled outline. */
    record Area(List<Point> points, Ink ink, double opacity, String hint) implements Graphic {
        public Area {
            points = List.copyOf(points);
        }

        static Area box(double x, double y, double width, double height, Ink ink, String hint) {
            return new Area(
                    List.of(
                            new Point(x, y),
                            new Point(x + width, y),
                            new Point(x + width, y + height),
                            new Point(x, y + height)),
                    ink,
                    1,
                    hint);
        }
    }

    record Text(double x, double y, Anchor anchor, Ink ink, String text) implements Graphic {}
}
