package jfab.launch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import jfab.connection.Group;
import jfab.connection.GroupResult;
import jfab.connection.Host;
import jfab.connection.OutputListener;

/**
 * A job on its hosts. Everything that this knows is asked of them, so that a job can be looked at from any machine.
 *
 * @param hosts the job's hosts in the order of the ranks
 */
public record Job(Description description, Group hosts, LaunchListener listener) {
    /** How much of a log is looked at for a cause. */
    static final int TAIL = 1 << 17;

    /** How long a process may take to end where nothing is known of its job. */
    static final Duration GRACE = Duration.ofSeconds(3);

    /**
     * The job named {@code id} on those of {@code hosts} that have it; the newest one where {@code id} is empty.
     *
     * @param rootDir the parent of the job directories
     */
    public static Job find(String id, Group hosts, String rootDir, LaunchListener listener)
            throws InterruptedException {
        List<List<JobId>> known = known(hosts, rootDir);
        Set<JobId> all = new TreeSet<>();
        known.forEach(all::addAll);
        if (all.isEmpty()) {
            throw new LaunchException("no job in " + rootDir + " on " + names(hosts.hosts()));
        }
        JobId wanted =
                id.isEmpty() ? all.stream().max(Comparator.naturalOrder()).orElseThrow() : JobId.parse(id);
        List<Host> having = new ArrayList<>();
        for (int i = 0; i < known.size(); i++) {
            if (known.get(i).contains(wanted)) {
                having.add(hosts.hosts().get(i));
            }
        }
        if (having.isEmpty()) {
            throw new LaunchException(
                    "no job " + wanted + " on " + names(hosts.hosts()) + "; there is " + names(List.copyOf(all)));
        }
        Group group = new Group(having, hosts.connector());
        Description description = description(wanted, group, rootDir)
                .orElseGet(() -> Description.unknown(wanted, having, rootDir, GRACE));
        return new Job(description, group, listener);
    }

    /** What the job is. All hosts have been told the same, and of many ranks it is much: they are asked one after another. */
    static Optional<Description> description(JobId id, Group hosts, String rootDir) throws InterruptedException {
        for (Host host : hosts.hosts()) {
            GroupResult<Optional<Description>> told = new Group(List.of(host), hosts.connector())
                    .run(connection -> new Node(connection, rootDir).description(id));
            Optional<Description> description =
                    told.values().values().stream().flatMap(Optional::stream).findFirst();
            if (description.isPresent()) {
                return description;
            }
        }
        return Optional.empty();
    }

    /** The jobs that any of {@code hosts} has. */
    public static Set<JobId> ids(Group hosts, String rootDir) throws InterruptedException {
        Set<JobId> all = new TreeSet<>();
        known(hosts, rootDir).forEach(all::addAll);
        return all;
    }

    private static List<List<JobId>> known(Group hosts, String rootDir) throws InterruptedException {
        return hosts.run(connection -> new Node(connection, rootDir).jobs()).orThrow();
    }

    public JobId id() {
        return description.id();
    }

    /** The job's processes, those of the first host first. */
    public List<Worker> status() throws InterruptedException {
        return flat(onAll(node -> node.status(id())));
    }

    /** Ends the job's processes, and nothing else on the hosts. */
    public List<Worker> kill() throws InterruptedException {
        return flat(new Ending(this, description.grace(), "by kill").onAll());
    }

    /** As {@link #kill}; a host that cannot be reached fails alone. */
    public GroupResult<List<Worker>> end(String why) throws InterruptedException {
        return new Ending(this, description.grace(), why).onAll();
    }

    /** Tells of what failed first, with the words of its log. */
    Diagnosis diagnose(FirstCause cause) throws InterruptedException {
        Worker worker = cause.standing().worker();
        String log = on(worker.host(), node -> node.last(id(), worker.name(), TAIL));
        return Diagnosis.of(cause, description, log);
    }

    /** Shows the last {@code lines} lines of every trainer's log. */
    public void tail(int lines) throws InterruptedException {
        List<Integer> shown = onAll(node -> {
                    List<String> trainers = node.trainers(id());
                    trainers.forEach(
                            trainer -> node.tail(id(), trainer, lines).lines().forEach(line -> show(node, line)));
                    return trainers.size();
                })
                .orThrow();
        if (shown.stream().allMatch(count -> count == 0)) {
            throw new LaunchException(id() + ": no trainer was started; jfab status shows how its servers ended");
        }
    }

    <T> GroupResult<T> onAll(Function<Node, T> work) throws InterruptedException {
        return hosts.run(connection -> work.apply(new Node(connection, description.rootDir())));
    }

    /** All at the same time, whatever the pool size: processes of a job wait for each other. */
    <T> GroupResult<T> atOnce(Function<Node, T> work) throws InterruptedException {
        return new Group(hosts.hosts(), hosts.connector())
                .run(connection -> work.apply(new Node(connection, description.rootDir())));
    }

    GroupResult<Host> forAll(Consumer<Node> work) throws InterruptedException {
        // All at the same time, whatever the pool size: processes of a job wait for each other.
        return new Group(hosts.hosts(), hosts.connector()).run(connection -> {
            Node node = new Node(connection, description.rootDir());
            work.accept(node);
            return node.host();
        });
    }

    <T> T on(Host host, Function<Node, T> work) throws InterruptedException {
        return new Group(List.of(host), hosts.connector())
                .run(connection -> work.apply(new Node(connection, description.rootDir())))
                .orThrow()
                .getFirst();
    }

    /** The name of another host of the job, in whose direction {@code host} has the address that counts; empty for none. */
    String peerOf(Host host) {
        return hosts.hosts().stream()
                .filter(other -> !other.name().equals(host.name()))
                .findFirst()
                .map(Host::name)
                .orElse("");
    }

    int rankOf(Host host) {
        return hosts.hosts().indexOf(host);
    }

    void show(Node node, String line) {
        listener.line(node.host(), OutputListener.Stream.OUT, line);
    }

    private static <T> List<T> flat(GroupResult<List<T>> perHost) {
        return perHost.orThrow().stream().flatMap(List::stream).toList();
    }

    private static String names(List<?> things) {
        return things.stream().map(Object::toString).collect(Collectors.joining(", "));
    }
}
