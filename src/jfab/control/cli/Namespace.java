package jfab.control.cli;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import jfab.PlainText;
import jfab.control.task.Task;

/**
 * The tasks of a fabfile as a tree, in the order of their declaration; hidden ones are left out.
 *
 * @param path its dotted name; empty for the fabfile itself
 * @param tasks those that stand directly in it
 */
record Namespace(String path, List<Task> tasks, List<Namespace> inner) {
    static Namespace of(Collection<Task> tasks) {
        return of("", tasks.stream().filter(task -> !task.listing().hidden()).toList());
    }

    private static Namespace of(String path, List<Task> tasks) {
        List<Task> own = new ArrayList<>();
        Map<String, List<Task>> deeper = new LinkedHashMap<>();
        String prefix = path.isEmpty() ? "" : path + ".";
        for (Task task : tasks) {
            String name = task.name().substring(prefix.length());
            int dot = name.indexOf('.');
            if (dot < 0) {
                own.add(task);
            } else {
                deeper.computeIfAbsent(prefix + name.substring(0, dot), any -> new ArrayList<>())
                        .add(task);
            }
        }
        List<Namespace> inner = new ArrayList<>();
        deeper.forEach((name, within) -> inner.add(of(name, within)));
        return new Namespace(path, own, inner);
    }

    /** The last part of its name. */
    String name() {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    /** The name of {@code task} in this namespace. */
    String local(String task) {
        return path.isEmpty() ? task : task.substring(path.length() + 1);
    }

    /** The task that runs where only this namespace is named. */
    Optional<Task> fallback() {
        return tasks.stream().filter(task -> task.listing().fallback()).findFirst();
    }

    /** This namespace and all below it. */
    Stream<Namespace> all() {
        return Stream.concat(Stream.of(this), inner.stream().flatMap(Namespace::all));
    }

    /** What is in it, where it is not shown: {@code [2 tasks, 1 namespace]}. */
    String size() {
        return "[" + PlainText.counted(tasks.size(), "task")
                + (inner.isEmpty() ? "" : ", " + PlainText.counted(inner.size(), "namespace")) + "]";
    }
}
