package jfab.control.launch.start;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jfab.control.connection.host.Host;
import jfab.control.launch.start.Ring.Link;

/**
 * How fast hosts send to their neighbours in a ring.
 *
 * @param rates in MB/s, of the links over which anything came
 * @param failures why nothing came over others
 */
record LinkRates(List<Host> hosts, Map<Link, Double> rates, Map<Link, String> failures) {
    LinkRates {
        hosts = List.copyOf(hosts);
        rates = Map.copyOf(rates);
        failures = Map.copyOf(failures);
    }

    /** A line for each host that was to send: how fast, and to whom. */
    List<String> lines() {
        return IntStream.range(0, hosts.size())
                .mapToObj(from -> tried().filter(link -> link.from() == from)
                        .map(this::shown)
                        .reduce((one, other) -> one + ", " + other)
                        .map(all -> hosts.get(from) + " sends " + all))
                .flatMap(Optional::stream)
                .toList();
    }

    /** The links over which something was sent, in the order of the senders; the next neighbour comes before the one before. */
    Stream<Link> tried() {
        return Stream.concat(rates.keySet().stream(), failures.keySet().stream())
                .sorted((one, other) -> one.from() != other.from()
                        ? Integer.compare(one.from(), other.from())
                        : Integer.compare(ahead(one), ahead(other)));
    }

    private int ahead(Link link) {
        return Math.floorMod(link.to() - link.from(), hosts.size());
    }

    private String shown(Link link) {
        Double rate = rates.get(link);
        return (rate == null ? "nothing" : amount(rate)) + " to " + hosts.get(link.to())
                + (rate == null ? ": " + failures.get(link) : "");
    }

    /** As people read it: {@code 118 MB/s}, {@code 4.8 MB/s}. */
    static String amount(double rate) {
        return String.format(Locale.ROOT, rate < 20 ? "%.1f MB/s" : "%.0f MB/s", rate);
    }
}
