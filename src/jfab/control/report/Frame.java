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

    Graphic.Point at(Graphic.Point point) {
        return new Graphic.Point(x(point.x()), y(point.y()));
    }

    /** The chart: axes, then {@code curves} over them. */
    Drawing around(List<Graphic> curves) {
        List<Graphic> shapes = new ArrayList<>();
        shapes.add(new Graphic.Text(2, 13, Graphic.Anchor.START, Ink.Tone.TEXT, title));
        shapes.addAll(entries());
        for (double tick : y.ticks()) {
            shapes.add(line(LEFT, y(tick), WIDTH - RIGHT, y(tick)));
            shapes.add(new Graphic.Text(LEFT - 5, y(tick) + 4, Graphic.Anchor.END, Ink.Tone.FAINT, y.label(tick)));
        }
        double ground = top() + PLOT;
        for (double tick : x.ticks()) {
            shapes.add(line(x(tick), ground, x(tick), ground + 4));
            Graphic.Anchor anchor = tick == x.to() ? Graphic.Anchor.END : Graphic.Anchor.MIDDLE;
            double place = tick == x.to() ? WIDTH - RIGHT + 8 : x(tick);
            shapes.add(new Graphic.Text(place, ground + 16, anchor, Ink.Tone.FAINT, x.label(tick)));
        }
        shapes.addAll(curves);
        shapes.add(new Graphic.Text(2, top() - 11, Graphic.Anchor.START, Ink.Tone.FAINT, unit));
        shapes.add(new Graphic.Text(
                LEFT + (WIDTH - LEFT - RIGHT) / 2, ground + 31, Graphic.Anchor.MIDDLE, Ink.Tone.FAINT, bottom));
        return new Drawing(title, WIDTH, ground + 37, shapes);
    }

    private static Graphic line(double x, double y, double toX, double toY) {
        return new Graphic.Path(List.of(new Graphic.Point(x, y), new Graphic.Point(toX, toY)), Ink.Tone.GRID, 1);
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

    private List<Graphic> entries() {
        if (legend.size() < 2) {
            return List.of();
        }
        List<Graphic> shapes = new ArrayList<>();
        double left = 2;
        double line = 29;
        for (Entry entry : legend) {
            double width = width(entry);
            if (left + width > WIDTH && left > 2) {
                left = 2;
                line += ROW;
            }
            shapes.add(Graphic.Area.box(left, line - 8, 9, 9, entry.ink(), ""));
            shapes.add(new Graphic.Text(left + 13, line, Graphic.Anchor.START, Ink.Tone.TEXT, entry.name()));
            left += width;
        }
        return shapes;
    }

    private static double width(Entry entry) {
        return 13 + entry.name().length() * LETTER + 12;
    }
}
