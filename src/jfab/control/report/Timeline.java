package jfab.control.report;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import jfab.control.launch.ProcessEvent;
import jfab.control.observe.JobPicture;
import jfab.control.observe.RankView;

/** When which process ran: a lane for each, green until it ends well, red where it ends otherwise. */
final class Timeline {
    private static final int LANES = 40;
    private static final double LANE = 14;
    private static final double LEFT = 84;
    private static final double TOP = 24;

    private Timeline() {}

    /** Empty where nothing happened. */
    static List<Drawing> of(JobPicture picture) {
        if (picture.events().isEmpty()) {
            return List.of();
        }
        List<RankView> ranks = shown(picture);
        Instant begin = picture.events().getFirst().time();
        Instant last = picture.events().getLast().time();
        Instant end = picture.end().isAfter(last) ? picture.end() : last;
        double seconds = Math.max(0.001, seconds(begin, end));
        Unit unit = Unit.of(seconds);
        Scale scale = Scale.of(0, seconds / unit.seconds());
        double bottom = TOP + ranks.size() * LANE;
        List<Graphic> shapes = new ArrayList<>();
        String some = ranks.size() < picture.ranks().size()
                ? " (" + ranks.size() + " of " + picture.ranks().size() + ")"
                : "";
        shapes.add(new Graphic.Text(2, 13, Graphic.Anchor.START, Ink.Tone.TEXT, "When which process ran" + some));
        for (double tick : scale.ticks()) {
            double x = x(scale, tick);
            shapes.add(new Graphic.Path(
                    List.of(new Graphic.Point(x, TOP), new Graphic.Point(x, bottom + 4)), Ink.Tone.GRID, 1));
            shapes.add(new Graphic.Text(x, bottom + 16, Graphic.Anchor.MIDDLE, Ink.Tone.FAINT, scale.label(tick)));
        }
        shapes.add(new Graphic.Text(
                (LEFT + Frame.WIDTH) / 2, bottom + 31, Graphic.Anchor.MIDDLE, Ink.Tone.FAINT, unit.word()));
        for (int i = 0; i < ranks.size(); i++) {
            RankView rank = ranks.get(i);
            double y = TOP + i * LANE;
            shapes.add(new Graphic.Text(LEFT - 6, y + 11, Graphic.Anchor.END, Ink.Tone.FAINT, rank.name()));
            List<ProcessEvent> own = picture.events().stream()
                    .filter(event -> event.name().equals(rank.name()))
                    .toList();
            shapes.addAll(bars(own, rank, begin, end, scale, unit, y));
        }
        return List.of(new Drawing("When which process ran", Frame.WIDTH, bottom + 37, shapes));
    }

    private static List<Graphic> bars(
            List<ProcessEvent> events, RankView rank, Instant begin, Instant end, Scale scale, Unit unit, double y) {
        List<Graphic> bars = new ArrayList<>();
        for (int i = 0; i < events.size(); i++) {
            ProcessEvent event = events.get(i);
            if (event.what() instanceof ProcessEvent.Started) {
                ProcessEvent next = i + 1 < events.size() ? events.get(i + 1) : null;
                Instant until = next == null ? end : next.time();
                double left = x(scale, seconds(begin, event.time()) / unit.seconds());
                double right = x(scale, seconds(begin, until) / unit.seconds());
                boolean bad = next == null ? rank.failed() : next.bad();
                bars.add(Graphic.Area.box(
                        left,
                        y + 2,
                        Math.max(1.5, right - left),
                        LANE - 4,
                        bad ? Ink.series(4) : Ink.series(2),
                        event.name() + " " + event.text()
                                + (next != null
                                        ? ", then " + next.text()
                                        : rank.failed() ? ", then " + rank.stateText() : "")));
            }
        }
        return bars;
    }

    /** All, or where they are many those of which something else is told than a start and a good end, and the first ones. */
    private static List<RankView> shown(JobPicture picture) {
        if (picture.ranks().size() <= LANES) {
            return picture.ranks();
        }
        var noted = picture.events().stream()
                .filter(ProcessEvent::bad)
                .map(ProcessEvent::name)
                .collect(Collectors.toSet());
        List<RankView> some = new ArrayList<>(picture.ranks().stream()
                .filter(rank -> noted.contains(rank.name()))
                .limit(LANES)
                .toList());
        picture.ranks().stream()
                .filter(rank -> !noted.contains(rank.name()))
                .limit(LANES - (long) some.size())
                .forEach(some::add);
        return some;
    }

    private static double x(Scale scale, double value) {
        return LEFT + scale.place(value) * (Frame.WIDTH - LEFT - 16);
    }

    private static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toNanos() / 1e9;
    }

    /** What the time is counted in. */
    private record Unit(String word, double seconds) {
        static Unit of(double seconds) {
            if (seconds < 180) {
                return new Unit("seconds since the first start", 1);
            }
            return seconds < 3 * 3600
                    ? new Unit("minutes since the first start", 60)
                    : new Unit("hours since the first start", 3600);
        }
    }
}
