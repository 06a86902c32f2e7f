package jfab.control.launch.start;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import jfab.control.connection.host.Host;
import jfab.control.launch.Job;
import jfab.control.launch.LaunchException;
import jfab.control.launch.LaunchListener;
import jfab.control.launch.Member;
import jfab.control.launch.Node;
import jfab.role.Role;

/** Whether the hosts of a job's trainers reach its servers, found out before the first trainer waits for one in vain. */
record Preflight(Job job, LaunchListener listener) {
    private static final Duration LIMIT = Duration.ofSeconds(3);

    /** What a host has found out; {@code addresses} are its own. */
    record Found(Host host, String addresses, List<Reached> servers) {}

    /**
     * Tries the first port of every server from every host that has trainers; the servers have to listen by now.
     *
     * @throws LaunchException naming who does not reach whom, and what to look at
     */
    void check() throws InterruptedException {
        List<Member> servers = members(Role.PSERVER).stream()
                .filter(member -> !member.ports().isEmpty())
                .toList();
        List<Host> trainers =
                members(Role.TRAINER).stream().map(Member::host).distinct().toList();
        if (servers.isEmpty()) {
            return;
        }
        List<Found> found = job.onAll(node ->
                        trainers.contains(node.host()) ? found(node, servers) : new Found(node.host(), "", List.of()))
                .orThrow();
        List<String> problems = found.stream()
                .flatMap(from -> from.servers().stream()
                        .filter(reached -> reached.answer() != Reached.Answer.OK)
                        .map(reached -> sentence(from, reached, servers)))
                .toList();
        if (!problems.isEmpty()) {
            String more = problems.size() == 1 ? "" : " (and " + (problems.size() - 1) + " more like this)";
            problems.stream().skip(1).limit(MOST).forEach(listener::notice);
            throw new LaunchException(problems.getFirst() + more);
        }
    }

    private static final int MOST = 20;

    private Found found(Node node, List<Member> servers) {
        List<Member> elsewhere = servers.stream()
                .filter(server -> !server.host().equals(node.host()))
                .toList();
        if (elsewhere.isEmpty()) {
            return new Found(node.host(), "", List.of());
        }
        List<String> lines = new ArrayList<>(node.reach(LIMIT, elsewhere));
        if (lines.isEmpty()) {
            listener.notice(node.host()
                    + " has neither python3, perl, bash nor nc, so the servers' ports were not tried from there");
            return new Found(node.host(), "", List.of());
        }
        String addresses = lines.removeFirst().replaceFirst("^here ?", "").strip();
        List<Reached> answers =
                lines.stream().map(Reached::parse).flatMap(Optional::stream).toList();
        if (answers.size() < elsewhere.size()) {
            listener.notice(node.host() + " answers for " + answers.size() + " of " + elsewhere.size()
                    + " ports of servers, so the others were not tried from there");
        }
        return new Found(node.host(), addresses, answers);
    }

    private static String sentence(Found from, Reached reached, List<Member> servers) {
        String whose = servers.stream()
                .filter(member -> member.plainAddress().equals(reached.address())
                        && member.ports().getFirst() == reached.port())
                .map(Member::toString)
                .findFirst()
                .orElse("server");
        String own = from.addresses().isEmpty() ? "" : " (" + from.addresses() + ")";
        return from.host() + own + " to " + whose + " at " + reached.address() + ":" + reached.port() + " "
                + reached.answer().words();
    }

    private List<Member> members(Role role) {
        return job.description().members().stream()
                .filter(member -> member.role() == role)
                .toList();
    }
}
