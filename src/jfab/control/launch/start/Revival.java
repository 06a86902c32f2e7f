package jfab.control.launch.start;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import jfab.control.connection.GroupResult;
import jfab.control.connection.host.Host;
import jfab.control.launch.Job;
import jfab.control.launch.JobSearch;
import jfab.control.launch.LaunchException;
import jfab.control.launch.Member;
import jfab.control.launch.Node;
import jfab.role.Role;

/** Begins a job again that has ended, in its directories and with the processes that it had. */
public final class Revival {

    private final JobSearch.Found found;
    private final Duration startLimit;

    /** @param startLimit how long a server may take until it listens */
    public Revival(JobSearch.Found found, Duration startLimit) {
        this.found = found;
        this.startLimit = startLimit;
    }

    /** Begins it again from its last checkpoint: all servers, then all trainers. */
    public void fromCheckpoint() throws InterruptedException {
        Job job = found.job();
        List<Member> members = job.description().members();
        if (!found.differing().isNone()) {
            throw new LaunchException(job.id() + " cannot be started again: "
                    + found.differing().sentence() + "; its .jfab/description.json has to be the same on all of them");
        }
        if (members.isEmpty()) {
            throw new LaunchException(job.id() + " has no description on its hosts, so it cannot be started again");
        }
        if (members.stream().noneMatch(member -> member.environment().containsKey(JobSpec.CHECKPOINTS))) {
            throw new LaunchException(job.id() + " kept no checkpoints; in the cluster block, write environment "
                    + JobSpec.CHECKPOINTS + ": 'checkpoints' for the next one");
        }
        if (found.survey().runs()) {
            throw new LaunchException(job.id() + " still runs; end it with: jfab kill " + job.id());
        }
        if (!found.unreached().isEmpty()) {
            job.listener().notice(job.id() + " is not begun again: all of its hosts are needed for that");
            found.asked().orThrow();
        }
        found.orThrow();
        if (!found.survey().complete()) {
            throw new LaunchException(job.id() + " is not begun again: all of its hosts are needed for that");
        }
        GroupResult<Host> free = job.atOnce(this::revivable);
        try {
            // On all hosts before anything is changed on one.
            free.orThrow();
            begin(job);
        } catch (RuntimeException | InterruptedException e) {
            // Of two that begin it at the same time, each may have been first on some hosts.
            List<Host> held = List.copyOf(free.values().keySet());
            if (!held.isEmpty()) {
                GroupResult<Host> _ = job.among(held).atOnce(node -> node.unrevive(job.id()));
            }
            throw e;
        }
    }

    private void begin(Job job) throws InterruptedException {
        int run = found.survey().run() + 1;
        job.atOnce(node -> node.revive(job.id(), run)).orThrow();
        JobKeys keys = JobKeys.draw(job.description().members().stream()
                .anyMatch(member -> member.environment().keySet().containsAll(Processes.ENCRYPTION)));
        job.atOnce(node ->
                        job.description().on(node.host()).isEmpty() ? node.host() : node.arm(job.id(), keys.handed()))
                .orThrow();
        for (Role role : List.of(Role.PSERVER, Role.TRAINER)) {
            job.atOnce(node -> resume(node, role)).orThrow();
        }
    }

    private Host revivable(Node node) {
        String sockets = found.job().description().on(node.host()).stream()
                .flatMap(member -> member.ports().stream().map(port -> ListeningSocket.of(member, port)))
                .map(String::valueOf)
                .collect(Collectors.joining(" "));
        Map<Integer, String> sentences = Map.of(
                5,
                " still runs; end it with: jfab kill " + found.job().id(),
                6,
                " is taken by another process, and it is a port of this job; end what listens there (ss -ltnp on that host"
                        + " shows who), or begin a new job with cluster-train, which is given free ports",
                7,
                " is being begun again by another jfab restart; try again in two minutes, should that one be gone");
        node.told(sentences, "revivable", node.directory(found.job().id()), sockets);
        return node.host();
    }

    private boolean resume(Node node, Role role) {
        List<Member> members = found.job().description().on(node.host()).stream()
                .filter(member -> member.role() == role)
                .toList();
        if (!members.isEmpty()) {
            List<String> arguments = new ArrayList<>(List.of(
                    node.directory(found.job().id()), Long.toString(startLimit.toSeconds()), text(members.getFirst())));
            members.forEach(member -> arguments.add(member.name()));
            Map<Integer, String> sentences = Map.of(
                    3,
                            " ended as soon as it began again; see jfab tail-log "
                                    + found.job().id(),
                    4, " did not listen within " + startLimit.toSeconds() + " s");
            node.told(sentences, "resume", arguments.toArray(String[]::new));
        }
        return true;
    }

    /** What a server of our engine writes when it listens; of others, only that they run is known. */
    private static String text(Member member) {
        return member.role() == Role.PSERVER && member.ours() ? Engine.LISTENING : "";
    }
}
