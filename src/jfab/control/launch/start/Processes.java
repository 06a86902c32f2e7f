package jfab.control.launch.start;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jfab.control.launch.Description;
import jfab.control.launch.DescriptionFile;
import jfab.control.launch.FailureSearch;
import jfab.control.launch.Job;
import jfab.control.launch.LaunchException;
import jfab.control.launch.LaunchListener;
import jfab.control.launch.Member;
import jfab.control.launch.Node;
import jfab.control.launch.Worker;
import jfab.control.launch.WorkerState;
import jfab.control.launch.start.Placement.Place;
import jfab.role.Role;
import org.jspecify.annotations.Nullable;

/**
 * The processes of a job that is about to start.
 *
 * @param gpus what {@code CUDA_VISIBLE_DEVICES} is to each process that is told
 * @param delivered where things lie on each host, in the order of the hosts
 */
record Processes(
        Job hosts,
        JobSpec spec,
        Placement placement,
        Map<String, String> gpus,
        List<Delivery.Place> delivered,
        ProcessAddresses addresses,
        LaunchListener listener) {
    /** What our engine reads key and certificate of the job from, and the certificate that it trusts: one file. */
    static final List<String> ENCRYPTION = List.of("JFAB_TLS_CERT", "JFAB_TLS_KEY", "JFAB_TLS_PIN");

    /** The job with all that is known of it now. */
    Job job() {
        return new Job(description(), hosts.hosts(), listener);
    }

    /** Starts the servers, waits until every one listens, starts the trainers; one request to each host for each. */
    void start() throws InterruptedException {
        Description description = description();
        launch(description, Role.PSERVER);
        List<Member> servers = members(Role.PSERVER);
        if (!servers.isEmpty()) {
            listener.notice(description.id() + ": parameter servers listen on "
                    + String.join(
                            ", ",
                            servers.stream().limit(8).map(Processes::shown).toList())
                    + (servers.size() > 8 ? ", ... " + servers.size() + " in all" : ""));
            new Preflight(job(), listener).check();
        }
        launch(description, Role.TRAINER);
    }

    /** The hosts that have processes, each at the first address and port that one of these is going to have. */
    List<Bandwidth.Peer> peers() {
        Description description = description();
        return description.hosts().stream()
                .filter(host -> !description.on(host).isEmpty())
                .map(host -> {
                    Member first = description.on(host).getFirst();
                    return new Bandwidth.Peer(
                            host,
                            delivered.get(hosts.rankOf(host)).engine(),
                            first.plainAddress(),
                            first.ports().isEmpty() ? 0 : first.ports().getFirst());
                })
                .toList();
    }

    private void launch(Description description, Role role) throws InterruptedException {
        Engine engine = spec.engine(role);
        String written = DescriptionFile.write(description);
        List<String> said = hosts.atOnce(node -> {
                    List<Member> here = description.on(node.host()).stream()
                            .filter(member -> member.role() == role)
                            .toList();
                    if (!here.isEmpty()) {
                        return launch(description, written, here, node, engine);
                    }
                    if (role == Role.TRAINER) {
                        node.describe(description);
                        if (description.on(node.host()).isEmpty()) {
                            node.disarm(hosts.id());
                        }
                    }
                    return "";
                })
                .orThrow();
        for (String trouble : List.of("died", "late")) {
            for (String answer : said) {
                if (answer.startsWith(trouble + " ")) {
                    throw failure(description, answer.substring(answer.indexOf(' ') + 1), trouble.equals("late"));
                }
            }
        }
    }

    private String launch(Description description, String written, List<Member> members, Node node, Engine engine) {
        List<String> ready = members.stream()
                .map(member -> member.role() == Role.TRAINER
                        ? "now"
                        : engine.ready(member.ports().getFirst()))
                .toList();
        return new HostSetup(node, hosts.id())
                .launch(
                        description,
                        written,
                        members,
                        ready,
                        members.getFirst().name().equals("trainer-0")
                                ? spec.cluster().onEnd()
                                : List.of(),
                        delivered.get(hosts.rankOf(node.host())).workspace(),
                        spec.cluster().limits().start());
    }

    private LaunchException failure(Description description, String name, boolean late) throws InterruptedException {
        Member member = description
                .member(name)
                .orElseThrow(() -> new LaunchException(hosts.id() + ": " + name + " is none of its processes"));
        FailureSearch inquest = new FailureSearch(job());
        return late
                ? inquest.overdue(
                        Worker.of(member, new WorkerState.Running()),
                        "did not listen within "
                                + spec.cluster().limits().start().toSeconds() + " s")
                : inquest.failure(Worker.of(member, new WorkerState.Lost()));
    }

    private Description description() {
        List<Member> members = new ArrayList<>(members(Role.PSERVER));
        members.addAll(members(Role.TRAINER));
        ClusterSpec cluster = spec.cluster();
        // Each host may spell the workspace in its own way; the first one's is as good as any to show.
        return new Description(
                hosts.id(),
                hosts.hosts().hosts(),
                members,
                cluster.rootDir(),
                delivered.getFirst().workspace(),
                cluster.limits().grace(),
                cluster.limits().job(),
                spec.settings());
    }

    private List<Member> members(Role role) {
        Contract contract = new Contract(placement, addresses, hosts.hosts().hosts());
        return placement.places(role).stream()
                .map(place -> member(place, contract))
                .toList();
    }

    private Member member(Place place, Contract contract) {
        String home = delivered.get(hosts.rankOf(place.host())).engine();
        int first = addresses.port(place);
        int span = spec.cluster().ports(place.role(), place.rank());
        List<Integer> ports = new ArrayList<>();
        for (int port = first; first > 0 && port < first + span; port++) {
            ports.add(port);
        }
        return new Member(
                place.role(),
                place.rank(),
                place.host(),
                addresses.address(place),
                ports,
                place.log(),
                spec.engine(place.role()).argv(home, placement, addresses, place, spec.flags()),
                environment(place, contract),
                spec.cluster().restarts().getOrDefault(place.role(), 0));
    }

    private Map<String, String> environment(Place place, Contract contract) {
        Map<String, String> environment = new TreeMap<>();
        // Our engine is told by its arguments; where there are no servers to name in them, it reads the contract.
        environment.putAll(contract.of(place));
        String job = delivered.get(hosts.rankOf(place.host())).job();
        boolean first = place.indexOnHost() == 0;
        environment.put("GLOG_log_dir", first ? job + "/log" : job + "/log/" + place.name());
        environment.put("GLOG_logtostderr", "0");
        @Nullable String visible = gpus.get(place.name());
        if (visible != null) {
            environment.put(Member.VISIBLE_GPUS, visible);
            // The order in which nvidia-smi counts them.
            environment.put("CUDA_DEVICE_ORDER", "PCI_BUS_ID");
        }
        if (place.role() == Role.TRAINER) {
            // Below it, the engine makes a folder for each trainer.
            environment.put("JFAB_METRICS_DIR", job + "/metrics");
        }
        // A log that comes in blocks of 8 KB tells nobody where a process is.
        environment.put("PYTHONUNBUFFERED", "1");
        if (spec.cluster().encrypted()) {
            ENCRYPTION.forEach(variable -> environment.put(variable, job + "/.jfab/tls.pem"));
        }
        environment.putAll(spec.environment());
        return environment;
    }

    private static String shown(Member member) {
        return member.address() + ":" + member.ports().getFirst();
    }
}
