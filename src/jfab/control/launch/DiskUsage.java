package jfab.control.launch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import jfab.control.connection.Group;
import jfab.control.connection.GroupResult;
import jfab.control.connection.host.Host;

/** What jobs and engines take up on hosts, and what of it can go. */
public record DiskUsage(Group hosts, String rootDir, GroupResult<List<DiskUsage.Item>> asked) {
    /** More than any disk has. */
    private static final long MOST_KILOBYTES = 1L << 50;

    /** Something that a host keeps. */
    public sealed interface Item {
        Host host();

        long kilobytes();
    }

    /** A job's directory; {@code idle} since its last event. */
    public record OfJob(Host host, JobId id, long kilobytes, Duration idle, boolean runs) implements Item {}

    /** A training engine, which {@code users}, ids of jobs, name. */
    public record OfEngine(Host host, String digest, long kilobytes, List<String> users) implements Item {
        public OfEngine {
            users = List.copyOf(users);
        }
    }

    /** Asks the hosts. */
    public static DiskUsage on(Group hosts, String rootDir) throws InterruptedException {
        return new DiskUsage(hosts, rootDir, hosts.run(connection -> {
            Node node = new Node(connection, rootDir);
            return node.holdings()
                    .lines()
                    .map(line -> Node.read(node.host(), line, each -> item(node.host(), each)))
                    .toList();
        }));
    }

    private static Item item(Host host, String line) {
        String[] words = line.split(" ");
        long kilobytes = Long.parseLong(words[2]);
        if (kilobytes < 0 || kilobytes > MOST_KILOBYTES) {
            throw new IllegalArgumentException(line);
        }
        return words[0].equals("job")
                ? new OfJob(
                        host,
                        JobId.parse(words[1]),
                        kilobytes,
                        Duration.ofSeconds(Math.max(0, Long.parseLong(words[3]))),
                        words[4].equals("1"))
                : new OfEngine(host, words[1], kilobytes, List.of(words).subList(3, words.length));
    }

    /**
     * What can go: jobs that run nowhere, are not among the newest {@code keep} and have been idle for {@code age} on all
     * hosts; then engines that no other job names.
     *
     * @param spared jobs that stay
     */
    public List<Item> superfluous(Duration age, int keep, Set<JobId> spared) {
        List<OfJob> jobs = items(OfJob.class);
        Set<JobId> kept = new TreeSet<>(spared);
        jobs.stream()
                .map(OfJob::id)
                .distinct()
                .sorted(Comparator.reverseOrder())
                .limit(keep)
                .forEach(kept::add);
        jobs.stream()
                .filter(job -> job.runs() || job.idle().compareTo(age) < 0)
                .map(OfJob::id)
                .forEach(kept::add);
        List<Item> gone = new ArrayList<>(
                jobs.stream().filter(job -> !kept.contains(job.id())).toList());
        List<String> left =
                gone.stream().map(item -> ((OfJob) item).id().toString()).toList();
        items(OfEngine.class).stream()
                .filter(engine -> left.containsAll(engine.users()))
                .forEach(gone::add);
        return gone;
    }

    /** Those of {@code items} that are jobs of which hosts were not asked, or could not be: nobody knows whether they run there. */
    public Set<JobId> uncertain(List<Item> items) throws InterruptedException {
        Set<JobId> uncertain = new TreeSet<>();
        Set<JobId> looked = new TreeSet<>();
        Group reached = new Group(List.copyOf(asked.values().keySet()), hosts.connector(), hosts.atOnce());
        for (Item item : items) {
            if (item instanceof OfJob job && looked.add(job.id())) {
                // Counted, since a host may be called by another name than when the job began.
                long told = items(OfJob.class).stream()
                        .filter(each -> each.id().equals(job.id()))
                        .count();
                if (Job.description(job.id(), reached, rootDir)
                        .map(description -> told < description.hosts().size())
                        .orElse(!asked.ok())) {
                    uncertain.add(job.id());
                }
            }
        }
        return uncertain;
    }

    /** Takes things away, each whole; what has come to be needed meanwhile stays, and what a host refuses stops nothing else there. */
    public Removal remove(List<Item> items) throws InterruptedException {
        Set<Item> gone = ConcurrentHashMap.newKeySet();
        List<Host> having = hosts.hosts().stream()
                .filter(host -> items.stream().anyMatch(item -> item.host().equals(host)))
                .toList();
        GroupResult<Host> result = new Group(having, hosts.connector(), hosts.atOnce()).run(connection -> {
            Node node = new Node(connection, rootDir);
            List<String> refused = new ArrayList<>();
            items.stream().filter(item -> item.host().equals(node.host())).forEach(item -> {
                try {
                    remove(node, item);
                    gone.add(item);
                } catch (LaunchException e) {
                    refused.add(e.getMessage());
                }
            });
            if (!refused.isEmpty()) {
                throw new LaunchException(String.join("; ", refused));
            }
            return node.host();
        });
        return new Removal(items.stream().filter(gone::contains).toList(), result);
    }

    /** What has been taken away, and how each host fared with that. */
    public record Removal(List<Item> gone, GroupResult<Host> result) {}

    private static void remove(Node node, Item item) {
        switch (item) {
            case OfJob job -> node.remove("remove", job.id().toString());
            case OfEngine engine -> node.remove("remove_engine", engine.digest());
        }
    }

    private <T extends Item> List<T> items(Class<T> kind) {
        return asked.values().values().stream()
                .flatMap(List::stream)
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }
}
