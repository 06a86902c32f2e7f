package jfab.control.fabfile;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import jfab.control.connection.host.Allocation;
import jfab.control.connection.host.Host;
import jfab.control.hosts.HostSource;
import jfab.control.launch.start.ClusterSpec;
import jfab.control.launch.start.ClusterSpec.Limits;
import jfab.control.launch.start.ClusterSpec.Network;
import jfab.control.task.TaskException;
import jfab.role.Role;
import jfab.script.Words;
import org.jspecify.annotations.Nullable;

/** Writes down what a {@code cluster} block says, and refuses at once what cannot be right. */
final class ClusterRecorder extends TrainingRecorder implements ClusterWords {
    private static final Map<String, Role> ROLES = Map.of("pserver", Role.PSERVER, "trainer", Role.TRAINER);

    private @Nullable List<HostSource> hosts;
    private String nic = "";
    private int portsNum = 1;
    private int portsNumForSparse;
    private @Nullable ShareRecord pservers;
    private ShareRecord trainers = ShareRecord.onePerHost();
    private final Map<Role, List<String>> commands = new EnumMap<>(Role.class);
    private List<String> onEnd = List.of();
    private final Map<Role, Integer> restarts = new EnumMap<>(Role.class);

    /** A recorder for a block in {@code fabfile}, which files of hosts are relative to. */
    ClusterRecorder(Path fabfile) {
        super(fabfile, 7164);
    }

    @Override
    public void hosts(Object... named) {
        hosts = HostRecorder.sources(HostRecorder.listed(named), fabfile);
        Set<Host> seen = new HashSet<>();
        for (HostSource source : hosts) {
            if (source instanceof HostSource.Given given) {
                given.named().stream()
                        .filter(host -> !seen.add(host))
                        .findFirst()
                        .ifPresent(host -> {
                            throw new TaskException("hosts: " + host
                                    + " is there twice; for several processes on a host write perHost trainers: 2");
                        });
            }
        }
        if (hosts.isEmpty()) {
            throw new TaskException("hosts: names no host; write hosts 'root@192.168.100.17', 'root@192.168.100.18'");
        }
    }

    @Override
    public void nic(String name) {
        nic = name;
    }

    @Override
    public void portsNum(int count) {
        portsNum = inRange("portsNum", count, 1, 1000);
    }

    @Override
    public void portsNumForSparse(int count) {
        portsNumForSparse = inRange("portsNumForSparse", count, 0, 1000);
    }

    @Override
    public void ldLibraryPath(String directories) {
        environment.put("LD_LIBRARY_PATH", variable("LD_LIBRARY_PATH", directories));
    }

    @Override
    public void pservers(int count) {
        pservers(Map.of(), count);
    }

    @Override
    public void pservers(Map<String, ?> where) {
        pservers = ShareRecord.of("pservers", where, 0, fabfile);
    }

    @Override
    public void pservers(Map<String, ?> where, int count) {
        pservers = ShareRecord.of("pservers", where, inRange("pservers", count, 0, 100_000), fabfile);
    }

    @Override
    public void trainers(int count) {
        trainers(Map.of(), count);
    }

    @Override
    public void trainers(Map<String, ?> where) {
        trainers = ShareRecord.of("trainers", where, 0, fabfile);
    }

    @Override
    public void trainers(Map<String, ?> where, int count) {
        trainers = ShareRecord.of("trainers", where, inRange("trainers", count, 1, 100_000), fabfile);
    }

    @Override
    public void perHost(Map<String, Integer> counts) {
        counts.forEach((role, count) -> {
            switch (role) {
                case "pservers" -> pservers = servers().withEach(inRange("perHost pservers", count, 0, 1000));
                case "trainers" -> trainers = trainers.withEach(inRange("perHost trainers", count, 1, 1000));
                default ->
                    throw new TaskException(
                            "perHost has no '" + role + "'" + Words.suggestion(role, List.of("pservers", "trainers")));
            }
        });
    }

    @Override
    public void command(Map<String, ?> role, List<?> argv) {
        if (!role.keySet().equals(Set.of("role")) || argv.isEmpty()) {
            throw new TaskException("command: write command role: 'trainer', ['python3', 'train.py']");
        }
        refuseSecrets("command", argv);
        if (String.valueOf(argv.getFirst()).isBlank()) {
            throw new TaskException(
                    "command: the first of its words names the program, and is empty; write ['python3', 'train.py']");
        }
        if (argv.stream().anyMatch(word -> String.valueOf(word).indexOf('\0') >= 0)) {
            throw new TaskException("command: a word has a character with the code 0, which no command line can hold");
        }
        commands.put(
                role("command", String.valueOf(role.get("role"))),
                argv.stream().map(String::valueOf).toList());
    }

    private static void refuseSecrets(String word, List<?> argv) {
        if (argv.stream().anyMatch(TrainingRecorder::isSecret)) {
            throw new TaskException(
                    word + ": a secret in a command line is read by everybody on the host; give it to the"
                            + " processes by environment NAME: secret(...)");
        }
    }

    @Override
    public void restart(Map<String, Integer> times) {
        times.forEach((role, count) -> restarts.put(role("restart", role), inRange("restart", count, 0, 1_000_000)));
    }

    @Override
    public void onEnd(String command) {
        onEnd(List.of("sh", "-c", command));
    }

    @Override
    public void onEnd(List<?> argv) {
        if (argv.isEmpty()
                || argv.stream().anyMatch(word -> String.valueOf(word).isBlank())) {
            throw new TaskException("onEnd: write onEnd 'sh notify.sh', or its words in a list");
        }
        refuseSecrets("onEnd", argv);
        onEnd = argv.stream().map(String::valueOf).toList();
    }

    @Override
    public void progress(Pattern line) {
        if (!(line.namedGroups().containsKey("step")
                || (line.namedGroups().isEmpty() && line.matcher("").groupCount() > 0))) {
            throw new TaskException(
                    "progress: " + line + " has no group for the step; write progress ~/step (\\d+) loss (\\S+)/");
        }
        environment.put("JFAB_PROGRESS", line.pattern());
    }

    @Override
    public void timeLimit(int seconds) {
        limits = new Limits(
                limits.start(), limits.grace(), Duration.ofSeconds(inRange("timeLimit", seconds, 1, 999_999_999)));
    }

    @Override
    public void timeLimit(String time) {
        long seconds = TaskStrategyOptions.time("timeLimit:", time).toSeconds();
        timeLimit((int) Math.min(seconds, Integer.MAX_VALUE));
    }

    /** The hosts of the allocation that this runs in, else those that the block names; empty where it leaves that to the fabfile. */
    List<HostSource> hosts() {
        List<HostSource> named = hosts == null ? List.of() : hosts;
        return Allocation.ofThisProcess()
                .map(lent -> List.<HostSource>of(new HostSource.Given(lent.hosts())))
                .orElse(named);
    }

    /** What the block says, its hosts looked up by {@code known}. */
    ClusterSpec spec(HostRecorder known) {
        return new ClusterSpec(
                rootDirHere(),
                new Network(nic, port, false, portsNum, portsNumForSparse),
                servers().share(known),
                trainers.share(known),
                new LinkedHashMap<>(commands),
                program,
                environment,
                restarts,
                onEnd,
                limits,
                encrypted);
    }

    /** One on each host unless said; where trainers are another engine, which may need none, only those that are asked for. */
    private ShareRecord servers() {
        boolean asked = pservers != null || !commands.containsKey(Role.TRAINER) || commands.containsKey(Role.PSERVER);
        return pservers != null ? pservers : asked ? ShareRecord.onePerHost() : ShareRecord.none();
    }

    /** In an allocation, whose nodes share files more often than not, a directory for each host. */
    private String rootDirHere() {
        return Allocation.ofThisProcess().isEmpty() || rootDir.contains("{host}") ? rootDir : rootDir + "/{host}";
    }

    private static Role role(String word, String name) {
        Role role = ROLES.get(name);
        if (role == null) {
            throw new TaskException(word + ": there is no role '" + name + "'"
                    + Words.suggestion(name, new ArrayList<>(ROLES.keySet())));
        }
        return role;
    }
}
