package jfab.control.fabfile;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import jfab.UserFolders;
import jfab.control.connection.host.Host;
import jfab.control.hosts.HostCommand;
import jfab.control.hosts.HostFacts;
import jfab.control.hosts.HostSource;
import jfab.control.hosts.Inventory;
import jfab.control.task.Task;
import jfab.control.task.TaskException;
import jfab.script.FabricHostArguments;
import jfab.script.Words;

/** Writes down what the words about hosts say. */
final class HostRecorder {
    private final List<HostSource> hosts = new ArrayList<>();
    private final Map<String, List<HostSource>> roles = new LinkedHashMap<>();
    private final Function<String, List<Host>> configured;
    private HostFacts facts = HostFacts.none();
    private Inventory inventory = Inventory.empty();
    private Path file = Path.of("");
    private boolean replacing;
    private final Set<String> replaced = new HashSet<>();

    HostRecorder(Function<String, List<Host>> configured) {
        this.configured = configured;
    }

    /** What is named from now on replaces what was: hosts, and of roles those that are named. */
    void replace() {
        replacing = true;
    }

    void add(List<?> named, Path file) {
        if (replacing && replaced.add("")) {
            hosts.clear();
        }
        hosts.addAll(sources(named, file));
    }

    void add(String role, List<?> named, Path file) {
        if (!role.matches("[A-Za-z0-9_.-]+")) {
            throw new TaskException("'" + role + "' cannot be typed as a role; use letters, digits, -, _ and .");
        }
        if (replacing && replaced.add(role)) {
            roles.remove(role);
        }
        roles.computeIfAbsent(role, any -> new ArrayList<>()).addAll(sources(named, file));
    }

    void know(String named, Map<String, ?> known, Path file) {
        known.keySet().stream()
                .flatMap(name -> FabricHostArguments.of("host", name).stream())
                .findFirst()
                .ifPresent(answer -> {
                    throw new TaskException(answer);
                });
        Map<String, Object> plain = new LinkedHashMap<>(known);
        // An absolute path: what connects later knows no fabfile.
        plain.computeIfPresent("identity", (key, path) -> absolute(file, path.toString()));
        facts = facts.and(named, plain);
    }

    /** Ends the recording; hosts that are named later are relative to {@code fabfile}. */
    Inventory inventory(Path fabfile) {
        file = fabfile;
        inventory = new Inventory(hosts, roles, facts, configured);
        return inventory;
    }

    /** The hosts that {@code named} are, once all is recorded. */
    List<Host> of(List<?> named) {
        return inventory.of(sources(named, file));
    }

    /** Where {@code task} runs unless the command line says otherwise. */
    List<Host> of(Task task) {
        return inventory.of(task.hosts().isEmpty() ? inventory.hosts() : task.hosts());
    }

    static HostSource command(Map<String, ?> options, List<?> argv, Path file) {
        Map<String, Object> rest = new LinkedHashMap<>(options);
        Object timeout = rest.remove("timeout");
        if (!rest.isEmpty()) {
            String extra = rest.keySet().iterator().next();
            throw new TaskException(
                    "fromCommand has no option '" + extra + "'" + Words.suggestion(extra, List.of("timeout")));
        }
        Duration limit = switch (timeout) {
            case null -> Duration.ofSeconds(30);
            case Number seconds -> Duration.ofMillis(Math.round(seconds.doubleValue() * 1000));
            default -> TaskStrategyOptions.time("fromCommand: timeout:", timeout);
        };
        return new HostSource.Printed(
                new HostCommand(argv.stream().map(String::valueOf).toList(), folder(file), limit));
    }

    /** Reads hosts as the words take them. */
    static List<HostSource> sources(List<?> named, Path file) {
        // What Groovy makes of a variable that is not set.
        if (named == null || named.stream().anyMatch(Objects::isNull)) {
            throw new TaskException("a host is null; is the variable that it comes from set?");
        }
        return named.stream()
                .flatMap(each -> each instanceof Collection<?> several ? several.stream() : Stream.of(each))
                .map(each -> source(each, file))
                .toList();
    }

    private static HostSource source(Object named, Path file) {
        if (named instanceof HostSource source) {
            return source;
        }
        return named instanceof Host host
                ? new HostSource.Given(List.of(host))
                : HostSource.of(String.valueOf(named), folder(file));
    }

    /** The hosts between the brackets of a word; for a lone null, Groovy gives no array at all. */
    static List<?> listed(Object[] named) {
        return named == null ? Collections.singletonList(null) : Arrays.asList(named);
    }

    static Path folder(Path file) {
        return file.toAbsolutePath().resolveSibling("").normalize();
    }

    private static String absolute(Path file, String path) {
        return UserFolders.resolve(path, Path.of(System.getProperty("user.home")), folder(file))
                .toString();
    }
}
