package jfab.control.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import jfab.control.observe.JobPicture;
import jfab.control.observe.Step;

/** The drawings of a report by the names of their files; those that there is nothing to draw of are left out. */
final class Charts {
    private Charts() {}

    static SequencedMap<String, Drawing> of(JobReport report) {
        JobPicture picture = report.picture();
        SequencedMap<String, Drawing> charts = new LinkedHashMap<>();
        add(charts, "loss", CurveChart.of(picture, "Loss", "loss", Step::loss, false));
        add(
                charts,
                "throughput",
                CurveChart.of(picture, "Throughput of each trainer", "samples/s", Step::samplesPerSecond, true));
        add(charts, "step-time", CurveChart.of(picture, "Time of a step", "ms", step -> step.seconds() * 1e3, true));
        add(charts, "breakdown", StepChart.of(picture));
        add(charts, "staleness", StalenessChart.of(Staleness.parse(report.staleness())));
        add(charts, "timeline", Timeline.of(picture));
        return charts;
    }

    private static void add(SequencedMap<String, Drawing> charts, String name, List<Drawing> drawing) {
        drawing.forEach(one -> charts.put(name, one));
    }
}
