package jfab.control.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import jfab.control.observe.JobPicture;
import jfab.control.observe.ObservedStep;

/** The drawings of a report by the names of their files; those that there is nothing to draw of are left out. */
final class Charts {
    /** Charts of further numbers, whose names are a program's. */
    private static final int MOST = 32;

    private static final Set<String> OWN =
            Set.of("loss", "throughput", "step-time", "breakdown", "staleness", "timeline");

    private Charts() {}

    static SequencedMap<String, Drawing> of(JobReport report) {
        JobPicture picture = report.picture();
        SequencedMap<String, Drawing> charts = new LinkedHashMap<>();
        add(charts, "loss", CurveChart.of(picture, "Loss", "loss", ObservedStep::lossOrNaN, false));
        picture.trainers().stream()
                .flatMap(rank -> rank.steps().stream())
                .flatMap(step -> step.others().keySet().stream())
                .distinct()
                .sorted()
                .limit(MOST)
                .forEach(name -> add(
                        charts, file(name, charts), CurveChart.of(picture, name, "", step -> step.other(name), false)));
        add(
                charts,
                "throughput",
                CurveChart.of(
                        picture, "Throughput of each trainer", "samples/s", ObservedStep::samplesPerSecond, true));
        add(charts, "step-time", CurveChart.of(picture, "Time of a step", "ms", step -> step.seconds() * 1e3, true));
        add(charts, "breakdown", StepChart.of(picture));
        add(charts, "staleness", StalenessChart.of(Staleness.parse(report.staleness())));
        add(charts, "timeline", Timeline.of(picture));
        return charts;
    }

    /** A name that is safe for a file, and no other's. */
    private static String file(String name, SequencedMap<String, Drawing> charts) {
        String safe = name.replaceAll("[^A-Za-z0-9_-]", "-");
        String file = safe;
        for (int i = 2; charts.containsKey(file) || OWN.contains(file); i++) {
            file = safe + "-" + i;
        }
        return file;
    }

    private static void add(SequencedMap<String, Drawing> charts, String name, List<Drawing> drawing) {
        drawing.forEach(one -> charts.put(name, one));
    }
}
