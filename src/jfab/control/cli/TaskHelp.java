package jfab.control.cli;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import jfab.control.task.Arity;
import jfab.control.task.Hook;
import jfab.control.task.Task;
import jfab.control.task.TaskParameter;
import org.jspecify.annotations.Nullable;

/** The text of {@code --help TASK}. */
record TaskHelp(Task task) {
    String text() {
        StringBuilder help = new StringBuilder(usage());
        if (!task.description().isEmpty()) {
            help.append("\n").append(task.description().stripIndent().strip()).append("\n");
        }
        if (!task.parameters().isEmpty()) {
            help.append("\nOptions:\n")
                    .append(TwoColumns.of(task.parameters().stream()
                            .map(parameter -> List.of(flags(parameter), about(parameter)))
                            .toList()));
        }
        mention(help, "Also called", task.listing().aliases());
        mention(help, "Runs before it", names(task.hooks().before()));
        mention(help, "Runs after it", names(task.hooks().after()));
        mention(help, "Runs after it in any case", names(task.hooks().always()));
        return help.toString();
    }

    private static void mention(StringBuilder help, String what, List<String> names) {
        if (!names.isEmpty()) {
            help.append("\n")
                    .append(what)
                    .append(": ")
                    .append(String.join(", ", names))
                    .append("\n");
        }
    }

    private static List<String> names(List<Hook> hooks) {
        return hooks.stream().map(Hook::task).toList();
    }

    private String usage() {
        String words = TaskParameter.positional(task.parameters()).stream()
                .map(parameter -> " " + word(parameter))
                .collect(Collectors.joining());
        String flags = task.parameters().stream()
                .filter(parameter -> parameter.place() == 0)
                .map(parameter -> parameter.required() && parameter.takes().hasFlag()
                        ? " " + flag(parameter)
                        : " [" + flag(parameter) + "]")
                .collect(Collectors.joining());
        return "Usage: jfab [core options] " + task.name() + words + flags + "\n";
    }

    private static String word(TaskParameter parameter) {
        if (parameter.takes() == Arity.VALUES) {
            return "[" + parameter.title() + " ...]";
        }
        return parameter.required() ? parameter.title() : "[" + parameter.title() + "]";
    }

    /** The long flag with what it takes: {@code --mode=fast|safe}. */
    private static String flag(TaskParameter parameter) {
        String flag = parameter.flag();
        String value = parameter.type().placeholder();
        return switch (parameter.takes()) {
            case NOTHING -> Boolean.TRUE.equals(parameter.value()) ? "--[no-]" + parameter.word() : flag;
            case COUNT -> flag + "...";
            case VALUE -> flag + (isLetter(parameter) ? " " : "=") + value;
            case OPTIONAL -> flag + "[=" + value + "]";
            case VALUES -> flag + (isLetter(parameter) ? " " : "=") + value + " ...";
            case REMAINDER -> "-- " + parameter.title();
            case FLAGS -> "--FLAG[=VALUE] ...";
        };
    }

    private static boolean isLetter(TaskParameter parameter) {
        return parameter.word().length() == 1;
    }

    private static String flags(TaskParameter parameter) {
        String letter = parameter.letter() == null || isLetter(parameter) ? "" : "-" + parameter.letter() + ", ";
        String word = parameter.place() > 0 ? word(parameter) + ", " : "";
        return word + letter + flag(parameter);
    }

    private static String about(TaskParameter parameter) {
        List<String> said = new ArrayList<>();
        String fallback = fallback(parameter.value());
        if (parameter.required()) {
            said.add("required");
        }
        switch (parameter.takes()) {
            case NOTHING ->
                said.add(Boolean.TRUE.equals(parameter.value()) ? "on, unless --no-" + parameter.word() : "");
            case COUNT -> said.add("counted" + (fallback.equals("0") ? "" : " from " + fallback));
            case VALUES -> said.add("may be repeated");
            case REMAINDER -> said.add("what stands after --");
            case FLAGS -> said.add("any other flag, in this order");
            case OPTIONAL, VALUE -> {}
        }
        if (parameter.takes().mayTakeValue() && !fallback.isEmpty()) {
            said.add("default: " + fallback);
        }
        String facts = said.stream().filter(fact -> !fact.isEmpty()).collect(Collectors.joining("; "));
        if (parameter.help().isEmpty() || facts.isEmpty()) {
            return parameter.help() + facts;
        }
        return parameter.help() + " (" + facts + ")";
    }

    private static String fallback(@Nullable Object value) {
        return switch (value) {
            case null -> "";
            case Collection<?> values -> values.stream().map(String::valueOf).collect(Collectors.joining(", "));
            default -> value.toString();
        };
    }
}
