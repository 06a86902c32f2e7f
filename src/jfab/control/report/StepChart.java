package jfab.control.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import jfab.control.observe.JobPicture;
import jfab.control.observe.ObservedStep;
import jfab.control.observe.ObservedStepPart;
import jfab.control.observe.RankView;
import jfab.control.observe.Statistics;

/** Where the time of a step goes, trainer by trainer: a bar for each, its parts one on the other. */
final class StepChart {
    /** More bars than this cannot be told apart. */
    private static final int MOST = 24;

    private static final List<ObservedStepPart> PARTS = List.of(ObservedStepPart.values());

    private StepChart() {}

    /** Empty where no trainer tells the parts of its steps. */
    static List<Drawing> of(JobPicture picture) {
        List<RankView> trainers = picture.trainers().stream()
                .filter(rank -> rank.steps().stream()
                        .anyMatch(step -> !step.milliseconds().isEmpty()))
                .toList();
        if (trainers.isEmpty()) {
            return List.of();
        }
        List<RankView> shown = slowest(trainers);
        double most = shown.stream().mapToDouble(StepChart::whole).max().orElse(1);
        List<Frame.Entry> legend = new ArrayList<>();
        PARTS.forEach(part -> legend.add(new Frame.Entry(part.word(), ink(part))));
        int last = shown.size();
        Scale names = new Scale(-0.5, last - 0.5, List.of(), false);
        String which = shown.size() < trainers.size()
                ? "the " + MOST + " trainers that wait least, of " + trainers.size()
                : "trainer";
        Frame frame = new Frame("Where a step's time goes", "ms, mean", which, names, Scale.of(0, most), legend);
        List<Graphic> bars = new ArrayList<>();
        for (int i = 0; i < last; i++) {
            bars.addAll(bar(shown.get(i), i, frame, last));
        }
        return List.of(frame.around(bars));
    }

    /** All of them, or where they are many those that wait least: others wait for these. */
    private static List<RankView> slowest(List<RankView> trainers) {
        if (trainers.size() <= MOST) {
            return trainers;
        }
        return trainers.stream()
                .sorted((a, b) -> Double.compare(mean(a, ObservedStepPart.WAIT), mean(b, ObservedStepPart.WAIT)))
                .limit(MOST)
                .toList();
    }

    private static List<Graphic> bar(RankView rank, int place, Frame frame, int count) {
        List<Graphic> shapes = new ArrayList<>();
        double left = frame.x(place - 0.38);
        double width = Math.min(60, frame.x(place + 0.38) - left);
        double middle = frame.x(place);
        double from = 0;
        for (ObservedStepPart part : PARTS) {
            double to = from + mean(rank, part);
            if (to > from) {
                String hint = "%s on %s: %s %.3g ms".formatted(rank.name(), rank.host(), part.word(), to - from);
                shapes.add(Graphic.Area.box(
                        middle - width / 2, frame.y(to), width, frame.y(from) - frame.y(to), ink(part), hint));
            }
            from = to;
        }
        label(rank, place, count)
                .ifPresent(text -> shapes.add(
                        new Graphic.Text(middle, frame.y(0) + 16, Graphic.Anchor.MIDDLE, Ink.Tone.FAINT, text)));
        return shapes;
    }

    /** Waiting is grey: nothing is done in it. */
    private static Ink ink(ObservedStepPart part) {
        return Ink.series(part == ObservedStepPart.WAIT ? 7 : PARTS.indexOf(part));
    }

    private static Optional<String> label(RankView rank, int place, int count) {
        return count <= 12 || place % 2 == 0 ? Optional.of(Integer.toString(rank.rank())) : Optional.empty();
    }

    private static double mean(RankView rank, ObservedStepPart part) {
        double mean = Statistics.mean(rank.steps().stream().mapToDouble((ObservedStep step) -> step.of(part)));
        return Double.isFinite(mean) ? mean : 0;
    }

    private static double whole(RankView rank) {
        return PARTS.stream().mapToDouble(part -> mean(rank, part)).sum();
    }
}
