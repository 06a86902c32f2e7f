package jfab.control.launch.start;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Hosts in a ring, by number, each of which sends to both of its neighbours once and takes from both once.
 *
 * <p>Two lines to each host tell whose fault a slow one is, whatever the number of hosts.
 */
record Ring(int hosts) {
    /** What one host sends to another. */
    record Link(int from, int to) {
        private Link back() {
            return new Link(to, from);
        }
    }

    /** What goes on at the same time: in no round has a host more than one line, so that none has to share its network. */
    List<List<Link>> rounds() {
        List<List<Link>> rounds = new ArrayList<>();
        for (List<Link> round : List.of(links(0, hosts - 1), links(1, hosts - 1), closing())) {
            if (!round.isEmpty()) {
                rounds.add(round);
                rounds.add(round.stream().map(Link::back).toList());
            }
        }
        return rounds;
    }

    private List<Link> links(int first, int end) {
        return IntStream.range(0, end)
                .filter(from -> from % 2 == first)
                .mapToObj(from -> new Link(from, from + 1))
                .toList();
    }

    /** The line that makes a ring of a row; two hosts have it already. */
    private List<Link> closing() {
        return hosts < 3 ? List.of() : List.of(new Link(hosts - 1, 0));
    }
}
