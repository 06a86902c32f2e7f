package jfab.control.launch.start;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jfab.PlainText;
import jfab.control.connection.Group;
import jfab.control.connection.GroupResult;
import jfab.control.connection.command.CommandException;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.Host;
import jfab.control.connection.host.Outcome;
import jfab.control.launch.Description;
import jfab.control.launch.Job;
import jfab.control.launch.JobId;
import jfab.control.launch.LaunchException;
import jfab.control.launch.LaunchListener;
import jfab.control.launch.Node;

/**
 * Starts training jobs.
 *
 * <ol>
 *   <li>The job's directory is made on every host, under a name that is free on all.
 *   <li>The engine goes to the hosts that lack it, the workspace to all.
 *   <li>The hosts say where their processes can be reached; if that is wanted, it is measured how fast they send to each other there.
 *   <li>The parameter servers start; when every one listens, the trainers start.
 * </ol>
 *
 * If a step fails or is interrupted, processes that were started are ended; before that, nothing stays on the hosts but
 * the engine.
 */
final class Launcher {
    private static final int MOST_COLLISIONS = 100;

    /** Of two jobs that are started in the same second, one has all its directories sooner. */
    private static final int MOST_SHARED = 10;

    private static final Pattern NUMBERS = Pattern.compile("\\d+(\\.\\d+){3}|.*:.*");

    private final JobSpec spec;
    private final LaunchListener listener;

    Launcher(JobSpec spec, LaunchListener listener) {
        this.spec = spec;
        this.listener = listener;
    }

    /** Starts a job on {@code hosts}; it goes on by itself when this returns. */
    Job start(Group hosts) throws InterruptedException {
        Placement placement = Placement.of(spec.cluster(), hosts.hosts());
        Openness openness = new Openness(spec, placement);
        openness.check();
        // Before anything is made on a host: somebody may have to be asked, and what is missing ends all.
        Map<String, String> _ = spec.environment();
        JobKeys keys = JobKeys.draw(spec.cluster().encrypted());
        Created created = create(hosts, placement, keys);
        Job job = created.job();
        listener.jobs(List.of(job.id()), false);
        int servers = placement.pservers().size();
        listener.notice(job.id() + ": " + (servers == 0 ? "" : PlainText.counted(servers, "parameter server") + " and ")
                + PlainText.counted(placement.trainers().size(), "trainer") + " on "
                + shown(placement, hosts.hosts().size()) + ", in "
                + spec.cluster().shownRootDir() + "/" + job.id());
        openness.sentence().ifPresent(sentence -> listener.notice(job.id() + ": " + sentence));
        if (spec.losesSteps()) {
            listener.notice(job.id()
                    + ": it keeps no checkpoints, so that after a failure it begins again with its first step;"
                    + " in the cluster block, environment " + JobSpec.CHECKPOINTS + ": 'checkpoints' keeps them");
        }
        if (servers > 0 && spec.restartsInVain()) {
            listener.notice(job.id()
                    + ": it ends when one of its processes is lost, although restart is given; in the cluster block,"
                    + " environment JFAB_ON_FAILURE: 'restart' lets it go on");
        }
        Processes processes = bring(created, placement, keys);
        try {
            processes.start();
        } catch (RuntimeException | InterruptedException e) {
            told(job, job.end("by the submitter"), "may have processes that go on");
            throw e;
        }
        return processes.job();
    }

    /** Hosts without a process get the job's files all the same. */
    private static String shown(Placement placement, int hosts) {
        int used = (int) Stream.concat(placement.pservers().stream(), placement.trainers().stream())
                .distinct()
                .count();
        return (used == hosts ? "" : used + " of ") + PlainText.counted(hosts, "host");
    }

    /**
     * A job that has a directory on every host.
     *
     * @param gpus what {@code CUDA_VISIBLE_DEVICES} is to each process that is told
     */
    private record Created(Job job, Map<String, String> gpus) {}

    /** @throws LaunchException where a host has fewer GPUs than its trainers need */
    private Created create(Group hosts, Placement placement, JobKeys keys) throws InterruptedException {
        Gpus gpus = Gpus.of(spec.cluster(), spec.flags());
        JobId id = JobId.at(LocalDateTime.now(ZoneId.systemDefault()));
        ClusterSpec cluster = spec.cluster();
        int shared = 0;
        for (int tries = 0; tries < MOST_COLLISIONS; tries++, id = id.next()) {
            Description description = Description.unknown(
                    id, hosts.hosts(), cluster.rootDir(), cluster.limits().grace());
            Job job = new Job(description, hosts, listener);
            Job reached = job;
            boolean created = false;
            try {
                GroupResult<Optional<String>> asked = job.onAll(node -> node.create(
                        job.id(),
                        job.rankOf(node.host()),
                        keys.handed(),
                        gpus.asks(Collections.frequency(placement.trainers(), node.host()))));
                reached = withoutStrangers(job, asked);
                List<Optional<String>> answers = asked.orThrow();
                if (answers.stream().allMatch(Optional::isPresent)) {
                    Map<Host, String> said = new HashMap<>();
                    for (int i = 0; i < answers.size(); i++) {
                        said.put(hosts.hosts().get(i), answers.get(i).orElseThrow());
                    }
                    Created all = new Created(job, gpus.over(placement, said));
                    created = true;
                    return all;
                }
                boolean some = answers.stream().anyMatch(Optional::isPresent);
                shared = some ? shared + 1 : 0;
                if (shared == MOST_SHARED) {
                    throw shares(hosts.hosts().get(answers.indexOf(Optional.empty())), hosts, id);
                }
            } finally {
                if (!created) {
                    discard(reached, keys);
                }
            }
        }
        throw new LaunchException("no free job id up to " + id);
    }

    private LaunchException shares(Host late, Group hosts, JobId id) {
        String root = spec.cluster().rootDir();
        // A directory that has its host's name in it is another's only where that has the same name.
        return new LaunchException(hosts.hosts().stream()
                .filter(host -> root.contains("{host}"))
                .filter(host -> !host.equals(late) && host.name().equals(late.name()))
                .findFirst()
                .map(other -> late + " and " + other + " are the same machine, with one directory " + late.expand(root)
                        + " for both; leave one of them out, and write perHost trainers: 2 for two on a host")
                .orElse(late + ": " + root
                        + " is a directory that it shares with another host of the job, which has made "
                        + id + " there"
                        + (root.contains("{host}")
                                ? ""
                                : "; write rootDir '" + root + "/{host}', so that each has its own")));
    }

    /**
     * The job on those hosts that may have made something of it: on one that nobody could log in to, there is nothing to tidy up. One that
     * did not answer a command may do later what it was asked.
     */
    private static Job withoutStrangers(Job job, GroupResult<?> asked) {
        Set<Host> strangers = asked.failed().stream()
                .filter(failed -> failed.failure() instanceof ConnectionException never
                        && never.reason() != ConnectionException.Reason.LOST
                        && !(never.getCause() instanceof CommandException))
                .map(Outcome::host)
                .collect(Collectors.toSet());
        return job.among(job.hosts().hosts().stream()
                .filter(host -> !strangers.contains(host))
                .toList());
    }

    /** Brings all that the processes need to the hosts, and asks where they can be reached. */
    private Processes bring(Created created, Placement placement, JobKeys keys) throws InterruptedException {
        Job job = created.job();
        boolean delivered = false;
        try {
            List<Delivery.Place> places = job.onAll(
                            node -> delivery(placement.on(node.host())).to(new HostSetup(node, job.id())))
                    .orThrow();
            tellHeld(job, places);
            Processes processes =
                    new Processes(job, spec, placement, created.gpus(), places, addresses(job, placement), listener);
            if (spec.measured()) {
                new Bandwidth(processes.peers(), job.hosts().connector(), listener).report();
            }
            delivered = true;
            return processes;
        } finally {
            if (!delivered) {
                discard(job, keys);
            }
        }
    }

    /** Of hosts that say the same, the first is named. */
    private void tellHeld(Job job, List<Delivery.Place> places) {
        Map<String, Host> first = new LinkedHashMap<>();
        for (int i = 0; i < places.size(); i++) {
            for (String sentence : places.get(i).held()) {
                first.putIfAbsent(sentence, job.hosts().hosts().get(i));
            }
        }
        first.forEach((sentence, host) -> listener.notice(job.id() + ": " + host + ": " + sentence));
    }

    /** What a host with these processes needs. */
    private Delivery delivery(List<Placement.Place> places) {
        boolean ours =
                places.stream().anyMatch(place -> spec.engine(place.role()).ours());
        String checkpoints = spec.environment().getOrDefault(JobSpec.CHECKPOINTS, "");
        return new Delivery(ours ? spec.bundle() : Optional.empty(), spec.payload(), checkpoints, listener);
    }

    private void discard(Job job, JobKeys keys) throws InterruptedException {
        told(job, job.atOnce(node -> node.discard(job.id(), keys.token())), "may be left there");
    }

    /** What could not be tidied up is said beside the failure that made it necessary. */
    private void told(Job job, GroupResult<?> tidied, String what) {
        tidied.failed()
                .forEach(failed -> listener.notice(failed.failure().getMessage() + "; "
                        + job.description().directoryOn(failed.host()) + " " + what));
    }

    private ProcessAddresses addresses(Job job, Placement placement) throws InterruptedException {
        if (spec.cluster().network().fixed()) {
            List<String> addresses = job.onAll(node -> address(job, node)).orThrow();
            return ProcessAddresses.of(placement, job.hosts().hosts(), addresses)
                    .fixed(placement, spec.cluster().network().port());
        }
        List<String> answers = job.onAll(node -> {
                    HostSetup setup = new HostSetup(node, job.id());
                    return setup.reserve(spec.cluster(), job.peerOf(setup.host()), placement.on(setup.host()));
                })
                .orThrow();
        ProcessAddresses addresses = new DistinctPorts(job, placement, spec.cluster())
                .over(ProcessAddresses.of(placement, job.hosts().hosts(), answers));
        if (spec.allOurs()) {
            return addresses;
        }
        CommonPort.refusal(placement, addresses).ifPresent(sentence -> listener.notice(job.id() + ": " + sentence));
        return new CommonPort(job, placement, spec.cluster()).over(addresses);
    }

    /** Where it is called by a number, that is its address; another name may be one that only this machine's ssh_config knows. */
    private String address(Job job, Node node) {
        String name = node.host().name();
        return NUMBERS.matcher(name).matches()
                ? "address " + name
                : new HostSetup(node, job.id()).reserve(spec.cluster(), job.peerOf(node.host()), List.of());
    }
}
