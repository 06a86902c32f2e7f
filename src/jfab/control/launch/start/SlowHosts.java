package jfab.control.launch.start;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jfab.control.launch.start.Ring.Link;

/** Who is to blame for slow links: a host that is slow with both of its neighbours, else what lies between two hosts. */
record SlowHosts(LinkRates measured) {
    /** A host is named that reaches less than this part of what the others do. */
    private static final double FAR = 1.0 / 3;

    /** More than two Gigabit lines; there the hosts' processors may decide, which have other things to do at times. */
    private static final double FAST = 300;

    /** A quarter of what Gigabit Ethernet carries. */
    private static final double POOR = 30;

    private static final String MAY_BE_SLOWER =
            ": a job that exchanges gradients at each step may be slower on these hosts than on one of them";
    private static final String LOOK =
            "; look at cables, switches and network interfaces, or choose another network with the word nic of the cluster block";

    /** A host as the one that sends, or as the one that takes. */
    private record Side(int host, boolean sends) {
        boolean of(Link link) {
            return host == (sends ? link.from() : link.to());
        }

        Side across(Link link) {
            return new Side(sends ? link.to() : link.from(), !sends);
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
        double usual = usual();
        if (usual < POOR) {
            return List.of("most hosts send at no more than " + LinkRates.amount(usual) + MAY_BE_SLOWER + LOOK);
        }
        Set<Side> blamed = blamed(usual);
        List<String> remarks = new ArrayList<>();
        blamed.forEach(side -> remarks.add(measured.hosts().get(side.host()) + (side.sends() ? " sends" : " receives")
                + " at only " + LinkRates.amount(best(side)) + ", where most hosts reach " + LinkRates.amount(usual)
                + ", so that all will wait for it at each step" + LOOK));
        measured.tried()
                .filter(link -> blamed.stream().noneMatch(side -> side.of(link)))
                .filter(link -> slow(measured.rates().getOrDefault(link, FAST), usual))
                .map(link -> between(link) + ", though both are faster with others; look at what lies between the two")
                .forEach(remarks::add);
        return remarks;
    }

    /** Over which what comes is worth a remark. */
    Set<Link> links() {
        double usual = usual();
        return measured.rates().keySet().stream()
                .filter(link -> measured.rates().getOrDefault(link, FAST) < POOR
                        || slow(measured.rates().getOrDefault(link, FAST), usual))
                .collect(Collectors.toSet());
    }

    /**
     * Those that are slow with both neighbours. One that this holds for only because both neighbours are to blame is none of them.
     */
    private Set<Side> blamed(double usual) {
        List<Side> slow = sides().filter(side -> slow(best(side), usual)).toList();
        Set<Side> blamed = new LinkedHashSet<>();
        slow.stream()
                .filter(side -> links(side).anyMatch(link -> !slow.contains(side.across(link))))
                .forEach(blamed::add);
        slow.stream()
                .filter(side -> links(side).anyMatch(link -> !blamed.contains(side.across(link))))
                .forEach(blamed::add);
        return blamed;
    }

    /** Those that send come first: where it can be either, a sender is blamed. */
    private Stream<Side> sides() {
        return Stream.of(true, false)
                .flatMap(sends -> IntStream.range(0, measured.hosts().size()).mapToObj(host -> new Side(host, sends)));
    }

    private Stream<Link> links(Side side) {
        return measured.rates().keySet().stream().filter(side::of);
    }

    /** What a host reached with the better of its neighbours; nothing measured is nothing to blame it for. */
    private double best(Side side) {
        return links(side)
                .mapToDouble(link -> measured.rates().getOrDefault(link, FAST))
                .max()
                .orElse(FAST);
    }

    /** What the host in the middle sends; where half of the hosts are slow, those are the ones to name. */
    private double usual() {
        double[] sorted = sides().filter(Side::sends)
                .filter(side -> links(side).findAny().isPresent())
                .mapToDouble(this::best)
                .sorted()
                .toArray();
        return sorted.length == 0 ? FAST : sorted[sorted.length / 2];
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
