package jfab.control.report;

import java.util.ArrayList;
import java.util.List;

/**
 * What stands around the curves of a chart: title, legend, axes with ticks and units.
 *
 * @param unit of the y axis, with the title
 * @param bottom what the x axis counts
 */
record Frame(String title, String unit, String bottom, Scale x, Scale y, List<Entry> legend) {
    static final double WIDTH = 420;
    private static final double PLOT = 172;
    private static final double LEFT = 52;
    private static final double RIGHT = 14;
    private static final double TOP = 40;
    private static final double ROW = 15;
    private static final double LETTER = 7.2;

    /** A curve's name in the legend. */
    record Entry(String name, Ink ink) {}

    Frame {
        legend = List.copyOf(legend);
    }

    double x(double value) {
        return LEFT + x.place(value) * (WIDTH - LEFT - RIGHT);
    }

    double y(double value) {
        return top() + (1 - y.place(value)) * PLOT;
    }

    Shape.Point at(Shape.Point point) {
        return new Shape.Point(x(point.x()), y(point.y()));
    }

    /** The chart: axes, then {@code curves} over them. */
    Drawing around(List<Shape> curves) {
        List<Shape> shapes = new ArrayList<>();
        shapes.add(new Shape.Text(2, 13, Shape.Anchor.START, Ink.Tone.TEXT, title));
        shapes.addAll(entries());
        for (double tick : y.ticks()) {
            shapes.add(line(LEFT, y(tick), WIDTH - RIGHT, y(tick)));
            shapes.add(new Shape.Text(LEFT - 5, y(tick) + 4, Shape.Anchor.END, Ink.Tone.FAINT, y.label(tick)));
        }
        double ground = top() + PLOT;
        for (double tick : x.ticks()) {
            shapes.add(line(x(tick), ground, x(tick), ground + 4));
            Shape.Anchor anchor = tick == x.to() ? Shape.Anchor.END : Shape.Anchor.MIDDLE;
            double place = tick == x.to() ? WIDTH - RIGHT + 8 : x(tick);
            shapes.add(new Shape.Text(place, ground + 16, anchor, Ink.Tone.FAINT, x.label(tick)));
        }
        shapes.addAll(curves);
        shapes.add(new Shape.Text(2, top() - 11, Shape.Anchor.START, Ink.Tone.FAINT, unit));
        shapes.add(new Shape.Text(
                LEFT + (WIDTH - LEFT - RIGHT) / 2, ground + 31, Shape.Anchor.MIDDLE, Ink.Tone.FAINT, bottom));
        return new Drawing(title, WIDTH, ground + 37, shapes);
    }

    private static Shape line(double x, double y, double toX, double toY) {
        return new Shape.Path(List.of(new Shape.Point(x, y), new Shape.Point(toX, toY)), Ink.Tone.GRID, 1);
    }

    private double top() {
        return TOP + ROW * rows();
    }

    private int rows() {
        return legend.size() < 2 ? 0 : (int) (entriesEnd() / ROW);
    }

    private double entriesEnd() {
        double left = 2;
        double rows = ROW;
        for (Entry entry : legend) {
            double width = width(entry);
            if (left + width > WIDTH && left > 2) {
                left = 2;
                rows += ROW;
            }
            left += width;
        }
        return rows;
    }

    private List<Shape> entries() {
        if (legend.size() < 2) {
            return List.of();
        }
        List<Shape> shapes = new ArrayList<>();
        double left = 2;
        double line = 29;
        for (Entry entry : legend) {
            double width = width(entry);
            if (left + width > WIDTH && left > 2) {
                left = 2;
                line += ROW;
            }
            shapes.add(Shape.Area.box(left, line - 8, 9, 9, entry.ink(), ""));
            shapes.add(new Shape.Text(left + 13, line, Shape.Anchor.START, Ink.Tone.TEXT, entry.name()));
            left += width;
        }
        return shapes;
    }

    private static double width(Entry entry) {
        return 13 + entry.name().length() * LETTER + 12;
    }
}
