package jfab.control.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import jfab.control.fabfile.Fabfile;
import jfab.control.task.Task;
import jfab.script.Words;

/**
 * The text of {@code --list}.
 *
 * @param root the namespace whose tasks are listed
 * @param depth how many levels of namespaces are shown; 0 for all
 */
record TaskList(Fabfile fabfile, Namespace root, int depth) {
    /**
     * The list that {@code core} asks for.
     *
     * @throws UsageException naming the nearest namespace where there is no such one
     */
    static String of(Fabfile fabfile, CoreOptions core) {
        Namespace all = Namespace.of(fabfile.tasks().values());
        String wanted = Task.dashed(core.namespace());
        Namespace root = all.all()
                .filter(namespace -> namespace.path().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new UsageException("no namespace '" + core.namespace() + "'"
                        + Words.suggestion(
                                wanted, all.all().skip(1).map(Namespace::path).toList())));
        TaskList list = new TaskList(fabfile, root, core.listDepth());
        return switch (core.listFormat()) {
            case FLAT -> list.titled(list.flat(root, 1));
            case NESTED -> list.titled(list.nested(root, 1));
            case JSON -> TaskJson.of(fabfile, root);
        };
    }

    /** How the tasks are listed. */
    enum Format {
        FLAT,
        NESTED,
        JSON
    }

    private String titled(List<List<String>> rows) {
        String where = root.path().isEmpty() ? "" : " in " + root.path();
        String profiles = where.isEmpty() ? profiles() : "";
        if (rows.isEmpty()) {
            return "No tasks" + where + " in " + fabfile.file() + ".\n" + profiles;
        }
        Optional<Task> fallback = root.fallback();
        return "Tasks of " + fabfile.file() + (where.isEmpty() ? "" : "," + where) + ":\n\n" + TwoColumns.of(rows)
                + fallback.map(task -> "\nDefault task: " + task.name() + "\n").orElse("")
                + profiles;
    }

    private String profiles() {
        List<List<String>> rows = new ArrayList<>();
        fabfile.profiles().described().forEach((name, description) -> rows.add(List.of(name, firstLine(description))));
        return rows.isEmpty() ? "" : "\nProfiles, to be named before the tasks:\n\n" + TwoColumns.of(rows);
    }

    private static String firstLine(String description) {
        return description.strip().lines().findFirst().orElse("");
    }

    private List<List<String>> flat(Namespace namespace, int level) {
        List<List<String>> rows = new ArrayList<>();
        for (Task task : namespace.tasks()) {
            List<String> others = new ArrayList<>(task.listing().aliases());
            if (task.listing().fallback() && !namespace.path().isEmpty()) {
                others.add(namespace.path());
            }
            rows.add(row(task.name() + inBrackets(others), task));
        }
        for (Namespace inner : namespace.inner()) {
            if (level == depth) {
                rows.add(List.of(inner.path() + " " + inner.size(), ""));
            } else {
                rows.addAll(flat(inner, level + 1));
            }
        }
        return rows;
    }

    private List<List<String>> nested(Namespace namespace, int level) {
        List<List<String>> rows = new ArrayList<>();
        String indent = "    ".repeat(level - 1);
        String dot = level == 1 && root.path().isEmpty() ? "" : ".";
        for (Task task : namespace.tasks()) {
            List<String> aliases = task.listing().aliases().stream()
                    .map(alias -> dot + namespace.local(alias))
                    .toList();
            String name = dot + namespace.local(task.name()) + (task.listing().fallback() ? "*" : "");
            rows.add(row(indent + name + inBrackets(aliases), task));
        }
        for (Namespace inner : namespace.inner()) {
            boolean closed = level == depth;
            rows.add(List.of(indent + dot + inner.name() + (closed ? " " + inner.size() : ""), ""));
            if (!closed) {
                rows.addAll(nested(inner, level + 1));
            }
        }
        return rows;
    }

    private static String inBrackets(List<String> names) {
        return names.isEmpty() ? "" : " (" + String.join(", ", names) + ")";
    }

    private static List<String> row(String shown, Task task) {
        return List.of(shown, firstLine(task.description()));
    }
}
