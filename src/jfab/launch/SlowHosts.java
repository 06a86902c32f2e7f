package jfab.launch;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import jfab.launch.Ring.Link;

/** Who is to blame for slow links: a host that is slow with both of its neighbours, else what lies between two hosts. */
record SlowHosts(LinkRates measured) {
    /** A host is named that reaches less than this part of what the others do. */
    private static final double FAR = 1.0 / 3;

    /** From here on the hosts' processors decide, not the network; and they may have had other things to do. */
    private static final double FAST = 1000;

    /** A quarter of what Gigabit Ethernet carries. */
    private static final double POOR = 30;

    private static final String MAY_BE_SLOWER =
            ": a job that exchanges gradients at each step may be slower on these" + " hosts than on one of them";
    private static final String LOOK =
            "; look at cables, switches and network interfaces, or choose another network with the word nic of the cluster block";

    /** What a host is for a link. */
    private enum End {
        SENDER("sends"),
        TAKER("receives");

        private final String does;

        End(String does) {
            this.does = does;
        }

        int of(Link link) {
            return this == SENDER ? link.from() : link.to();
        }
    }

    /** A sentence for each. */
    List<String> remarks() {
        if (measured.hosts().size() < 3) {
            // Which of the two it is cannot be told.
            return measured.tried()
                    .filter(link -> measured.rates().getOrDefault(link, POOR) < POOR)
                    .map(link -> between(link) + MAY_BE_SLOWER + LOOK)
                    .toList();
        }
        double usual = middle(best(End.SENDER));
        if (usual < POOR) {
            return List.of("most hosts send at no more than " + LinkRates.amount(usual) + MAY_BE_SLOWER + LOOK);
        }
        List<String> remarks = new ArrayList<>();
        Set<Link> explained = new HashSet<>();
        for (End end : End.values()) {
            best(end).forEach((host, rate) -> {
                if (slow(rate, usual)) {
                    remarks.add(measured.hosts().get(host) + " " + end.does + " at only " + LinkRates.amount(rate)
                            + ", where most hosts reach " + LinkRates.amount(usual)
                            + ", so that all will wait for it at each step" + LOOK);
                    measured.tried().filter(link -> end.of(link) == host).forEach(explained::add);
                }
            });
        }
        measured.tried()
                .filter(link -> !explained.contains(link))
                .filter(link -> slow(measured.rates().getOrDefault(link, FAST), usual))
                .map(link -> between(link) + ", though both are faster with others; look at what lies between the two")
                .forEach(remarks::add);
        return remarks;
    }

    /** What each host reached with the better of its neighbours, by number. */
    private Map<Integer, Double> best(End end) {
        Map<Integer, Double> best = new TreeMap<>();
        measured.rates().forEach((link, rate) -> best.merge(end.of(link), rate, Math::max));
        return best;
    }

    /** The upper one where two are in the middle: where half of the hosts are slow, those are the ones to name. */
    private static double middle(Map<Integer, Double> rates) {
        List<Double> sorted = rates.values().stream().sorted().toList();
        return sorted.isEmpty() ? FAST : sorted.get(sorted.size() / 2);
    }

    private static boolean slow(double rate, double usual) {
        return rate < usual * FAR && rate < FAST;
    }

    private String between(Link link) {
        return measured.hosts().get(link.from()) + " sends to "
                + measured.hosts().get(link.to()) + " at only "
                + LinkRates.amount(measured.rates().getOrDefault(link, 0.0));
    }
}
