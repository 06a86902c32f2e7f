package jfab.control.watch;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import jfab.control.observe.RankView;
import jfab.control.observe.Statistics;

/** A row of the table of ranks: one of them, or what many of them have in common. */
record RankRow(
        Look look,
        String name,
        String host,
        String state,
        double step,
        OptionalDouble loss,
        double samplesPerSecond,
        double cpu,
        double memoryKb,
        double silent) {
    static RankRow of(Look look, RankView rank) {
        return new RankRow(
                look,
                rank.name(),
                rank.host(),
                // The column has no room for the sentence.
                rank.alone() ? "alone" : rank.stateText(),
                rank.step(),
                rank.loss(),
                rank.samplesPerSecond(),
                rank.cpu(),
                rank.memoryKb(),
                rank.running() ? rank.silent().toSeconds() : Double.NaN);
    }

    /** The numbers that {@code share} of {@code ranks} lie below, each taken by itself. */
    static RankRow of(String name, List<RankView> ranks, double share) {
        return new RankRow(
                Look.PLAIN,
                name,
                "",
                "",
                quantile(ranks, RankView::step, share),
                lossQuantile(ranks, share),
                quantile(ranks, RankView::samplesPerSecond, share),
                quantile(ranks, RankView::cpu, share),
                quantile(ranks, RankView::memoryKb, share),
                quantile(ranks, rank -> rank.running() ? rank.silent().toSeconds() : Double.NaN, share));
    }

    /** What is no number, or infinite, is the most: one rank that diverges is seen among many. */
    private static OptionalDouble lossQuantile(List<RankView> ranks, double share) {
        double[] told =
                ranks.stream().flatMapToDouble(rank -> rank.loss().stream()).toArray();
        OptionalDouble diverged =
                Arrays.stream(told).filter(loss -> !Double.isFinite(loss)).findFirst();
        double finite = Statistics.quantile(Arrays.stream(told), share);
        return diverged.isPresent() && (share == 1 || Double.isNaN(finite))
                ? diverged
                : Double.isNaN(finite) ? OptionalDouble.empty() : OptionalDouble.of(finite);
    }

    private static double quantile(List<RankView> ranks, ToDoubleFunction<RankView> value, double share) {
        return Statistics.quantile(ranks.stream().mapToDouble(value), share);
    }
}
