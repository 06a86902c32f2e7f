package jfab.control.watch;

import java.util.List;
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
        double loss,
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
                quantile(ranks, RankView::loss, share),
                quantile(ranks, RankView::samplesPerSecond, share),
                quantile(ranks, RankView::cpu, share),
                quantile(ranks, RankView::memoryKb, share),
                quantile(ranks, rank -> rank.running() ? rank.silent().toSeconds() : Double.NaN, share));
    }

    private static double quantile(List<RankView> ranks, ToDoubleFunction<RankView> value, double share) {
        return Statistics.quantile(ranks.stream().mapToDouble(value), share);
    }
}
