package jfab.control.cli;

import groovy.json.JsonOutput;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jfab.control.fabfile.Fabfile;
import jfab.control.task.Arity;
import jfab.control.task.Task;
import jfab.control.task.TaskParameter;
import org.jspecify.annotations.Nullable;

/** The list of tasks for programs: Fabric's keys, and the parameters of each task. */
final class TaskJson {
    private TaskJson() {}

    /** One line with {@code {name, help, default, tasks, collections}}; collections have the same keys. */
    static String of(Fabfile fabfile, Namespace root) {
        Map<String, @Nullable Object> json = namespace(root);
        if (root.path().isEmpty()) {
            json.put("name", String.valueOf(fabfile.file().getFileName()));
            json.put(
                    "profiles",
                    fabfile.profiles().described().entrySet().stream()
                            .map(profile -> named(profile.getKey(), profile.getValue()))
                            .toList());
        }
        return JsonOutput.toJson(json) + "\n";
    }

    private static Map<String, @Nullable Object> named(String name, String description) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("name", name);
        json.put("help", description.isEmpty() ? null : description.strip());
        return json;
    }

    private static Map<String, @Nullable Object> namespace(Namespace namespace) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("name", namespace.name());
        json.put("help", null);
        json.put(
                "default",
                namespace.fallback().map(task -> namespace.local(task.name())).orElse(null));
        json.put(
                "tasks",
                namespace.tasks().stream().map(task -> task(namespace, task)).toList());
        json.put(
                "collections",
                namespace.inner().stream().map(TaskJson::namespace).toList());
        return json;
    }

    private static Map<String, @Nullable Object> task(Namespace namespace, Task task) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("name", namespace.local(task.name()));
        json.put("call", task.name());
        json.put(
                "help", task.description().isEmpty() ? null : task.description().strip());
        json.put("aliases", task.listing().aliases());
        json.put(
                "parameters",
                task.parameters().stream().map(TaskJson::parameter).toList());
        return json;
    }

    private static Map<String, @Nullable Object> parameter(TaskParameter parameter) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        boolean isSwitch = parameter.takes() == Arity.NOTHING;
        boolean hasFlag = parameter.takes().hasFlag();
        json.put("name", parameter.name());
        json.put("flag", hasFlag ? parameter.flag() : null);
        json.put(
                "short",
                Optional.ofNullable(parameter.letter())
                        .map(letter -> "-" + letter)
                        .orElse(null));
        json.put(
                "type",
                isSwitch
                        ? "boolean"
                        : parameter.takes() == Arity.COUNT
                                ? "integer"
                                : parameter.type().word());
        json.put("takes", parameter.takes().name().toLowerCase(java.util.Locale.ROOT));
        json.put("required", parameter.required());
        json.put("positional", parameter.place() == 0 ? null : parameter.place());
        json.put("default", plain(parameter.value()));
        json.put(
                "choices",
                parameter.type().choices().isEmpty() ? null : parameter.type().choices());
        json.put("help", parameter.help().isEmpty() ? null : parameter.help());
        return json;
    }

    private static @Nullable Object plain(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Number number -> number;
            case Boolean flag -> flag;
            case List<?> several -> several.stream().map(TaskJson::plain).toList();
            default -> value.toString();
        };
    }
}
