package jfab.control.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import jfab.control.task.Request;
import jfab.control.task.Task;
import jfab.control.task.TaskParameter;
import jfab.control.task.ValueType;
import jfab.script.Words;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code [core options] task [task options] [task ...] [-- command]}.
 *
 * <p>Words that are names of profiles may come first. A word that is the name of a task begins that task, unless the task before it still misses arguments. A flag belongs
 * to the last task that has one of that name, and else to jfab. Nothing that looks like a flag is ever taken as a value.
 */
public final class ArgumentParser {
    private final TaskNames tasks;
    private final Set<String> profiles;
    private final Tokens tokens;
    private final Values values;
    private final CoreLine core;
    private final List<TaskLine> lines = new ArrayList<>();
    private @Nullable TaskLine line;

    private ArgumentParser(List<String> arguments, Map<String, Task> tasks, Set<String> profiles) {
        this.profiles = profiles;
        this.tokens = new Tokens(arguments);
        this.values = new Values(tokens);
        this.core = new CoreLine(values);
        this.tasks = new TaskNames(tasks);
    }

    /**
     * Reads a whole command line.
     *
     * @param tasks by name with dashes
     * @throws UsageException naming the first token that is wrong, its task, and the nearest right one
     */
    public static TaskArguments parse(List<String> arguments, Map<String, Task> tasks) {
        return parse(arguments, tasks, Set.of());
    }

    /** Reads a whole command line, whose first words may be {@code profiles}. */
    public static TaskArguments parse(List<String> arguments, Map<String, Task> tasks, Set<String> profiles) {
        return new ArgumentParser(arguments, tasks, profiles).parse();
    }

    /** Reads what can be read before the tasks are known, which tells where they come from. */
    public static Preview preview(List<String> arguments) {
        // Java reads bytes that are none of the locale's text as this character: a host would be sent other ones than
        // were typed.
        arguments.stream()
                .filter(argument -> argument.indexOf('\uFFFD') >= 0)
                .findFirst()
                .ifPresent(argument -> {
                    throw new UsageException(
                            "'" + argument + "' on the command line is not text in the encoding of your locale, UTF-8"
                                    + " by default; another encoding's bytes cannot be passed on");
                });
        return new PreviewParser(arguments).parse();
    }

    /**
     * The task called {@code name}, with dashes or underscores, or by an alias.
     *
     * @throws UsageException naming the nearest task where there is none
     */
    public static Task task(String name, Map<String, Task> tasks) {
        TaskNames names = new TaskNames(tasks);
        return names.find(name)
                .orElseThrow(() -> new UsageException("no task '" + name + "'" + names.suggestion(name)));
    }

    private TaskArguments parse() {
        while (tokens.hasNext()) {
            String token = tokens.next();
            if (token.length() > 1 && token.startsWith("-") && !isNegativeWord(token)) {
                flags(token);
            } else {
                word(token);
            }
        }
        List<String> command = remainder(tokens.afterDashes());
        List<Request> requests =
                core.asks() ? List.of() : lines.stream().map(TaskLine::request).toList();
        return new TaskArguments(core.options(), requests, core.help(), command);
    }

    private List<String> remainder(List<String> command) {
        boolean taken = false;
        for (TaskLine each : lines) {
            taken |= each.takesRemainder(command);
        }
        return taken ? List.of() : command;
    }

    private void word(String token) {
        if (line != null) {
            TaskLine current = line;
            Optional<TaskParameter> filled = tasks.find(token).isPresent() ? current.missing() : current.open();
            if (filled.isPresent()) {
                current.put(filled.get(), token);
                return;
            }
        }
        if (line == null && profiles.contains(Task.dashed(token))) {
            core.choose(token);
            return;
        }
        line = new TaskLine(tasks.find(token).orElseThrow(() -> unknownTask(token)));
        lines.add(line);
    }

    /** A task that misses a number takes {@code -3} for one. */
    private boolean isNegativeWord(String token) {
        return line != null
                && Values.isNumber(token)
                && line.flag(FlagToken.of(token)).isEmpty()
                && line.open().filter(ArgumentParser::isNumber).isPresent();
    }

    private static boolean isNumber(TaskParameter parameter) {
        return switch (parameter.type()) {
            case ValueType.Plain plain ->
                switch (plain) {
                    case INT, INTEGER, DECIMAL -> true;
                    case TEXT, PATH -> false;
                };
            case ValueType.Choice choice -> false;
        };
    }

    /** One token can hold several short flags. */
    private void flags(String token) {
        TaskLine current = line;
        if (current != null && new PassedFlags(current).take(token, values)) {
            return;
        }
        Optional<FlagToken> next = Optional.of(FlagToken.of(token));
        while (next.isPresent()) {
            next = flag(next.get());
        }
    }

    private Optional<FlagToken> flag(FlagToken token) {
        Flag found = find(token);
        if (found instanceof CoreFlag own) {
            core.read(own, token, Optional.ofNullable(line).map(current -> own.ofTask(current.task())));
            return own.takes().mayTakeValue() ? Optional.empty() : token.rest("");
        }
        Flag.OfTask own = (Flag.OfTask) found;
        TaskLine owner = Objects.requireNonNull(line, "a flag of a task has its task");
        owner.read(own, token, values, tasks);
        return own.takes().mayTakeValue() ? Optional.empty() : token.rest(owner.where());
    }

    private Flag find(FlagToken token) {
        Optional<Flag> own = line == null ? Optional.empty() : line.flag(token);
        Optional<String> mistaken =
                token.withTwoDashes().map(word -> "--" + word).filter(flags()::contains);
        if (mistaken.isPresent()) {
            throw new UsageException(
                    "no flag '" + token.token() + "'" + inTask() + "; write " + mistaken.get() + " with two dashes");
        }
        return own.or(() -> CoreFlag.named(token))
                .orElseThrow(() -> new UsageException("no flag '" + token.shown() + "'"
                        + (token.token().startsWith(token.shown()) ? "" : " of '" + token.token() + "'") + inTask()
                        + (token.isLong()
                                ? ofTasks(token).orElse(Words.suggestion("--" + token.name(), flags()))
                                : "")));
    }

    /** Where a flag that stands before all tasks belongs. */
    private Optional<String> ofTasks(FlagToken token) {
        List<String> owners = line != null
                ? List.of()
                : tasks.callable().values().stream()
                        .filter(task -> task.parameters().stream()
                                .anyMatch(parameter -> parameter.word().equals(token.name())))
                        .map(Task::name)
                        .distinct()
                        .limit(2)
                        .toList();
        return owners.isEmpty()
                ? Optional.empty()
                : Optional.of("; it stands behind the task that it is for, as in '" + owners.getFirst() + " --"
                        + token.name() + "'");
    }

    /** All long flags that may be written here. */
    private Set<String> flags() {
        Set<String> known = new TreeSet<>(CoreFlag.words());
        if (line != null) {
            known.addAll(line.flags());
        }
        return known;
    }

    private UsageException unknownTask(String token) {
        if (profiles.contains(Task.dashed(token))) {
            return new UsageException("'" + token + "' is a profile; write it before the first task");
        }
        if (line == null) {
            Optional<String> profile = Words.nearest(Task.dashed(token), profiles);
            if (profile.isPresent() && !tasks.isNear(token)) {
                return new UsageException("no task or profile '" + token + "'; did you mean '" + profile.get() + "'?");
            }
            return new UsageException(
                    "no task '" + token + "'" + fabricsArguments(token).orElseGet(() -> tasks.suggestion(token)));
        }
        List<String> open = tasks.isNear(token) ? List.of() : line.openFlags();
        return new UsageException("no task '" + token + "', and task '"
                + line.task().name() + "' takes no further word"
                + (open.isEmpty()
                        ? tasks.suggestion(token)
                        : "; its values are flags: "
                                + String.join(
                                        " or ",
                                        open.stream()
                                                .map(flag -> flag + "=" + token)
                                                .toList())));
    }

    /** Fabric 1's {@code deploy:prod,branch=main}. */
    private Optional<String> fabricsArguments(String token) {
        int colon = token.indexOf(':');
        Optional<Task> meant = colon < 0 ? Optional.empty() : tasks.find(token.substring(0, colon));
        return meant.map(task -> "; arguments stand behind a task: " + task.name() + " "
                + Arrays.stream(token.substring(colon + 1).split(",", -1))
                        .map(each -> each.matches("\\w+=.*")
                                ? "--" + Task.dashed(each.substring(0, each.indexOf('=')))
                                        + each.substring(each.indexOf('='))
                                : each)
                        .collect(Collectors.joining(" ")));
    }

    private String inTask() {
        return line == null ? "" : " in task '" + line.task().name() + "'";
    }
}
