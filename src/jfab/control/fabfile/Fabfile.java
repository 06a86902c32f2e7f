package jfab.control.fabfile;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import jfab.control.connection.host.Host;
import jfab.control.hosts.Inventory;
import jfab.control.task.Task;

/**
 * What a fabfile and the files that it includes declared.
 *
 * @param sources the file itself and those that it includes
 * @param inventory the hosts that it knows
 * @param tasks by name with dashes, in the order of their declaration
 * @param hostsVariable whether it sets a variable of the name of the word {@code hosts}
 * @param names the name of a task by every name that it is called by: its own, aliases, the namespace whose default it is
 */
public record Fabfile(
        Path file,
        List<Path> sources,
        Inventory inventory,
        Map<String, Task> tasks,
        Map<String, String> names,
        Profiles profiles,
        boolean hostsVariable) {
    public Fabfile {
        sources = List.copyOf(sources);
        tasks = Collections.unmodifiableMap(new LinkedHashMap<>(tasks));
        names = Collections.unmodifiableMap(new LinkedHashMap<>(names));
    }

    /** A fabfile whose tasks have one name each. */
    public Fabfile(Path file, Inventory inventory, Map<String, Task> tasks) {
        this(
                file,
                List.of(file),
                inventory,
                tasks,
                tasks.keySet().stream().collect(Collectors.toMap(name -> name, name -> name)),
                Profiles.none(),
                false);
    }

    /** This fabfile with what these of its profiles say. */
    public Fabfile choosing(List<String> chosen) {
        return chosen.isEmpty()
                ? this
                : new Fabfile(file, sources, profiles.choice().apply(chosen), tasks, names, profiles, hostsVariable);
    }

    /** The hosts of tasks that have none of their own. */
    public List<Host> hosts() {
        return inventory.of(inventory.hosts());
    }

    /** Whether a job has hosts of its own here, which are not those of other tasks. */
    public boolean namesJobHosts() {
        Task job = tasks.get("cluster-train");
        return job != null && !job.hosts().isEmpty();
    }

    /** The tasks by every name that can be typed, in the order of their declaration. */
    public Map<String, Task> callable() {
        Map<String, Task> callable = new LinkedHashMap<>();
        names.forEach((name, task) -> {
            if (!name.isEmpty()) {
                callable.put(name, Objects.requireNonNull(tasks.get(task)));
            }
        });
        return callable;
    }

    /** The task that runs where none is named. */
    public Optional<Task> fallback() {
        return Optional.ofNullable(names.get("")).map(tasks::get);
    }
}
