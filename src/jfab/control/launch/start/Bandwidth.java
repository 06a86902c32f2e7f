package jfab.control.launch.start;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import jfab.control.connection.Connector;
import jfab.control.connection.Group;
import jfab.control.connection.GroupResult;
import jfab.control.connection.command.Result;
import jfab.control.connection.host.Host;
import jfab.control.connection.host.Outcome;
import jfab.control.launch.LaunchListener;
import jfab.control.launch.start.Ring.Link;

/**
 * How fast the hosts of a job send to each other, measured before its processes have their ports. What it finds is said; the job starts
 * all the same.
 */
record Bandwidth(List<Peer> peers, Connector connector, LaunchListener listener) {
    private static final Duration START = Duration.ofSeconds(15);
    private static final Duration ROUND = Duration.ofSeconds(6);

    /** The programs on the hosts end then by themselves; more than the start and all rounds can take. */
    private static final Duration LIMIT = Duration.ofSeconds(100);

    private static final int NOTHING_TO_MEASURE_WITH = 3;
    private static final String NOT_MEASURED = "how fast hosts send to each other was not measured from and to ";

    /**
     * A host that takes part.
     *
     * @param engine where jfab's engine lies there; empty where it does not
     * @param address under which the others reach it
     * @param port that is free on it; 0 for any
     */
    record Peer(Host host, String engine, String address, int port) {}

    Bandwidth {
        peers = List.copyOf(peers);
    }

    /** Measures, and says what came of it. */
    void report() throws InterruptedException {
        if (peers.size() < 2) {
            listener.notice("only one host has processes, so there is no rate between hosts to measure");
            return;
        }
        listener.notice("measuring how fast the hosts send to each other");
        LinkRates rates = measure();
        rates.lines().forEach(listener::notice);
        new SlowHosts(rates).remarks().forEach(listener::notice);
    }

    private LinkRates measure() throws InterruptedException {
        List<Host> hosts = hosts();
        List<RateProgram> programs =
                peers.stream().map(peer -> new RateProgram()).toList();
        Map<Link, Double> rates = new HashMap<>();
        Map<Link, String> failures = new HashMap<>();
        Thread rounds = Thread.ofVirtual().start(() -> rounds(programs, rates, failures));
        try {
            complain(programs, new Group(hosts, connector).run(connection -> {
                        int index = hosts.indexOf(connection.host());
                        Peer peer = peers.get(index);
                        List<String> arguments = List.of(
                                peer.engine(),
                                peer.address(),
                                Integer.toString(peer.port()),
                                Long.toString(LIMIT.toSeconds()));
                        return programs.get(index).run(connection, arguments, LIMIT);
                    }));
        } finally {
            rounds.interrupt();
            rounds.join();
        }
        return new LinkRates(hosts, rates, failures);
    }

    private List<Host> hosts() {
        return peers.stream().map(Peer::host).toList();
    }

    /** Lets the programs measure, round by round, and end. */
    private void rounds(List<RateProgram> programs, Map<Link, Double> rates, Map<Link, String> failures) {
        try {
            long start = System.nanoTime() + START.toNanos();
            List<String> ports = new ArrayList<>();
            for (RateProgram program : programs) {
                ports.add(program.answer(start, "port").map(List::getLast).orElse(""));
            }
            List<List<Link>> rounds = new Ring(peers.size()).rounds();
            for (List<Link> round : rounds) {
                round(programs, ports, round, rates, failures);
            }
            // A processor that had something else to do looks like a slow network, but hardly twice.
            Set<Link> doubtful = new SlowHosts(new LinkRates(hosts(), rates, failures)).links();
            for (List<Link> round : rounds) {
                round(programs, ports, round.stream().filter(doubtful::contains).toList(), rates, failures);
            }
        } catch (InterruptedException e) {
            // Whoever started the programs has ended, and with that their connections.
            Thread.currentThread().interrupt();
        } finally {
            programs.forEach(RateProgram::end);
        }
    }

    /** Measures links at the same time; of two rates of the same link the better one counts. */
    private void round(
            List<RateProgram> programs,
            List<String> ports,
            List<Link> round,
            Map<Link, Double> rates,
            Map<Link, String> failures)
            throws InterruptedException {
        List<Link> links = round.stream()
                .filter(link -> !ports.get(link.from()).isEmpty()
                        && !ports.get(link.to()).isEmpty())
                .toList();
        for (Link link : links) {
            programs.get(link.from())
                    .ask("send " + peers.get(link.to()).address() + " " + ports.get(link.to()) + " " + link.from() + " "
                            + link.to());
        }
        long end = System.nanoTime() + ROUND.toNanos();
        for (Link link : links) {
            Optional<String> trouble = trouble(programs, link, end);
            Optional<Double> rate = trouble.isPresent() ? Optional.empty() : rate(programs, link, end);
            rate.ifPresent(fast -> rates.merge(link, fast, Math::max));
            if (!rates.containsKey(link)) {
                failures.put(link, trouble.orElse("the connection broke"));
            }
        }
    }

    /** Why nothing was sent over a link. */
    private static Optional<String> trouble(List<RateProgram> programs, Link link, long end)
            throws InterruptedException {
        Optional<List<String>> sent = programs.get(link.from()).answer(end, "sent " + link.to(), "failed " + link.to());
        return switch (sent.map(List::getLast).orElse("silent")) {
            case "refused" -> Optional.of("the connection is refused");
            case "unreachable" -> Optional.of("there is no route");
            case "silent" -> Optional.of("there is no answer");
            default -> Optional.empty();
        };
    }

    /** In MB/s, as whoever took it has counted. */
    private static Optional<Double> rate(List<RateProgram> programs, Link link, long end) throws InterruptedException {
        return programs.get(link.to())
                .answer(end, "took " + link.from())
                .map(took -> Double.parseDouble(took.get(2)) * 1000 / Math.max(1, Double.parseDouble(took.get(3))));
    }

    private void complain(List<RateProgram> programs, GroupResult<Result> ended) {
        String bare = ended.succeeded().stream()
                .filter(each -> each.value().exitStatus() == NOTHING_TO_MEASURE_WITH)
                .map(each -> each.host().toString())
                .collect(Collectors.joining(", "));
        if (!bare.isEmpty()) {
            listener.notice(NOT_MEASURED + bare + ": there is neither jfab's engine nor python3");
        }
        for (int i = 0; i < peers.size(); i++) {
            String problem = switch (ended.outcomes().get(i)) {
                case Outcome.Succeeded<Result>(Host host, Result result) -> problem(programs.get(i), result);
                case Outcome.Failed<Result> failed ->
                    String.valueOf(failed.failure().getMessage());
            };
            if (!problem.isEmpty()) {
                listener.notice(NOT_MEASURED + peers.get(i).host() + ": " + problem);
            }
        }
    }

    private static String problem(RateProgram program, Result result) {
        if (result.exitStatus() == NOTHING_TO_MEASURE_WITH) {
            return "";
        }
        return result.exitStatus() == 0
                ? program.begun() ? "" : "what measures it did not begin within " + START.toSeconds() + " s"
                : result.err().lines().reduce((one, other) -> other).orElse("it ended with " + result.exitStatus());
    }
}
