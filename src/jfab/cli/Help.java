package jfab.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import jfab.dsl.fabfile.Fabfile;
import jfab.task.Parameter;
import jfab.task.Task;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.Column.Overflow;
import picocli.CommandLine.Help.TextTable;

/** The texts of {@code --help} and {@code --list}. */
public final class Help {
    private static final int WIDTH = 100;

    private Help() {}

    /** What jfab is called with. */
    public static String core() {
        List<List<String>> rows = new ArrayList<>();
        for (CoreFlag flag : CoreFlag.values()) {
            rows.add(List.of(flag.usage(), flag.description()));
        }
        return """
                Usage: jfab [core options] task [task options] [task ...] [-- command]

                Runs tasks of fabfile.groovy on hosts over SSH, all hosts in parallel.
                jfab demo trains a network on two SSH hosts that it starts on this machine.
                A command of one word is a shell line: jfab -H a,b -- 'df -h | tail -1'
                The words of a longer one are quoted for the remote shell: jfab -H a,b -- df -h /home

                Core options:
                """
                + table(rows)
                + "\nExit codes: 0; the command's own where it failed; 1 error; 2 usage; 4 unreachable hosts; 130 stopped.\n";
    }

    /** How {@code task} is called. */
    public static String of(Task task) {
        String flags = task.parameters().stream()
                .filter(parameter -> !parameter.required())
                .map(parameter -> " [" + usage(parameter) + "]")
                .collect(Collectors.joining());
        String positionals = task.parameters().stream()
                .filter(Parameter::required)
                .map(parameter -> " " + upper(parameter.name()))
                .collect(Collectors.joining());
        StringBuilder help =
                new StringBuilder("Usage: jfab [core options] " + task.name() + positionals + flags + "\n");
        if (!task.description().isEmpty()) {
            help.append("\n").append(task.description().strip()).append("\n");
        }
        if (!task.parameters().isEmpty()) {
            help.append("\nOptions:\n")
                    .append(table(task.parameters().stream()
                            .map(parameter -> List.of(usage(parameter), fallback(parameter)))
                            .toList()));
        }
        if (!task.before().isEmpty()) {
            help.append("\nRuns before it: ")
                    .append(String.join(", ", task.before()))
                    .append("\n");
        }
        return help.toString();
    }

    /** The tasks of {@code fabfile} in the order of their declaration. */
    public static String list(Fabfile fabfile) {
        if (fabfile.tasks().isEmpty()) {
            return "No tasks in " + fabfile.file() + ".\n";
        }
        return "Tasks of " + fabfile.file() + ":\n\n"
                + table(fabfile.tasks().values().stream()
                        .map(task -> List.of(
                                task.name(),
                                task.description().lines().findFirst().orElse("")))
                        .toList());
    }

    private static String usage(Parameter parameter) {
        if (parameter.required()) {
            return upper(parameter.name());
        }
        String name = parameter.flag().substring(2);
        return switch (parameter.type()) {
            case FLAG -> Boolean.TRUE.equals(parameter.value()) ? "--[no-]" + name : "--" + name;
            case TEXT -> "--" + name + "=TEXT";
            case INTEGER, DECIMAL -> "--" + name + "=N";
        };
    }

    private static String fallback(Parameter parameter) {
        Object value = parameter.value();
        if (parameter.required()) {
            return "required";
        }
        return value == null || value.equals("") || parameter.type() == Parameter.Type.FLAG
                ? (Boolean.TRUE.equals(value)
                        ? "on, unless --no-" + parameter.flag().substring(2)
                        : "")
                : "default: " + value;
    }

    private static String upper(String name) {
        return Task.dashed(name).toUpperCase(Locale.ROOT);
    }

    private static String table(List<List<String>> rows) {
        int first = rows.stream().mapToInt(row -> row.getFirst().length()).max().orElse(0) + 4;
        TextTable table = TextTable.forColumns(
                picocli.CommandLine.Help.defaultColorScheme(Ansi.OFF),
                new Column(first, 2, Overflow.SPAN),
                new Column(Math.max(WIDTH - first, 40), 1, Overflow.WRAP));
        rows.forEach(row -> table.addRowValues(row.toArray(String[]::new)));
        return table.toString();
    }
}
