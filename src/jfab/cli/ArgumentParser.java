package jfab.cli;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import jfab.dsl.Words;
import jfab.task.Parameter;
import jfab.task.Request;
import jfab.task.Task;
import jfab.task.TaskException;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code [core options] task [task options] [task ...] [-- command]}.
 *
 * <p>A token that is the name of a task begins that task, unless the task before it still misses positional arguments.
 * A flag belongs to the last task that has one of that name, and else to jfab.
 */
public final class ArgumentParser {
    private final @Nullable Map<String, Task> tasks;
    private final Tokens tokens;
    private final Map<CoreFlag, List<String>> core = new EnumMap<>(CoreFlag.class);
    private final List<Request> requests = new ArrayList<>();
    private @Nullable Task task;
    // While the tasks are unknown, what follows the first of them may be its own flags.
    private boolean pastTask;
    private Map<String, Object> values = new LinkedHashMap<>();
    private Optional<String> help = Optional.empty();

    private ArgumentParser(List<String> arguments, @Nullable Map<String, Task> tasks) {
        this.tokens = new Tokens(arguments);
        this.tasks = tasks;
    }

    /**
     * Reads a whole command line.
     *
     * @param tasks by name with dashes
     * @throws UsageException naming the first token that is wrong, and the nearest right one
     */
    public static Arguments parse(List<String> arguments, Map<String, Task> tasks) {
        return new ArgumentParser(arguments, tasks).parse();
    }

    /** Reads what can be read before the tasks are known, which tells where they come from. */
    public static Preview preview(List<String> arguments) {
        ArgumentParser parser = new ArgumentParser(arguments, null);
        Arguments seen = parser.parse();
        return new Preview(seen.core(), seen.help(), parser.pastTask, seen.command());
    }

    private Arguments parse() {
        while (tokens.hasNext()) {
            String token = tokens.next();
            if (token.startsWith("-") && token.length() > 1) {
                flag(token);
            } else {
                word(token);
            }
        }
        finishTask();
        return new Arguments(new CoreOptions(core), requests, help, tokens.afterDashes());
    }

    private void word(String token) {
        if (tasks == null) {
            pastTask = true;
            return;
        }
        Optional<Parameter> missing = task == null
                ? Optional.empty()
                : task.parameters().stream()
                        .filter(parameter -> parameter.required() && !values.containsKey(parameter.name()))
                        .findFirst();
        if (missing.isPresent()) {
            values.put(missing.get().name(), parse(missing.get(), token));
            return;
        }
        finishTask();
        task = task(token, tasks);
    }

    /**
     * The task called {@code name}, with dashes or underscores.
     *
     * @throws UsageException naming the nearest task where there is none
     */
    public static Task task(String name, Map<String, Task> tasks) {
        Task found = tasks.get(Task.dashed(name));
        if (found == null) {
            String near = Words.suggestion(Task.dashed(name), tasks.keySet());
            throw new UsageException("no task '" + name + "'" + (near.isEmpty() ? "; jfab --list shows all" : near));
        }
        return found;
    }

    private void finishTask() {
        if (task != null && help.isEmpty()) {
            requests.add(request(task, values));
        }
        task = null;
        values = new LinkedHashMap<>();
    }

    private void flag(String token) {
        FlagToken flag = FlagToken.of(token);
        if (task != null && taskFlag(task, flag)) {
            return;
        }
        Optional<CoreFlag> known = CoreFlag.named(flag.name());
        if (known.isPresent() && (!pastTask || known.get() == CoreFlag.FABFILE)) {
            coreFlag(known.get(), flag);
        } else if (tasks != null) {
            throw unknownFlag(flag);
        }
    }

    private boolean taskFlag(Task owner, FlagToken flag) {
        for (Parameter parameter : owner.parameters()) {
            String name = Task.dashed(parameter.name());
            boolean isFlag = parameter.type() == Parameter.Type.FLAG;
            if (isFlag && flag.name().equals("no-" + name)) {
                values.put(parameter.name(), false);
                flag.refuseValue();
                return true;
            }
            if (!flag.name().equals(name)) {
                continue;
            }
            if (isFlag) {
                flag.refuseValue();
                values.put(parameter.name(), true);
            } else {
                values.put(parameter.name(), parse(parameter, value(flag)));
            }
            return true;
        }
        return false;
    }

    private void coreFlag(CoreFlag known, FlagToken flag) {
        if (known == CoreFlag.HELP) {
            help = Optional.of(helpTopic(flag));
            return;
        }
        if (!known.takesValue()) {
            flag.refuseValue();
        }
        core.computeIfAbsent(known, any -> new ArrayList<>()).add(known.takesValue() ? value(flag) : "");
    }

    private String helpTopic(FlagToken flag) {
        if (flag.value() != null) {
            return flag.value();
        }
        if (task != null) {
            return task.name();
        }
        return tokens.hasNext() && !tokens.peek().startsWith("-") ? tokens.next() : "";
    }

    private String value(FlagToken flag) {
        if (flag.value() != null) {
            return flag.value();
        }
        if (!tokens.hasNext() || !isValue(tokens.peek())) {
            throw new UsageException(flag.shown() + " needs a value"
                    + (tokens.hasNext() ? "; write " + flag.shown() + "=" + tokens.peek() + " if that is it" : ""));
        }
        return tokens.next();
    }

    /** What starts with a dash is a flag that was mistyped, unless it is a number. */
    private static boolean isValue(String token) {
        return !token.startsWith("-") || token.equals("-") || token.matches("-\\d[\\d.]*");
    }

    private UsageException unknownFlag(FlagToken flag) {
        TreeSet<String> known = new TreeSet<>(CoreFlag.words());
        if (task != null) {
            for (Parameter parameter : task.parameters()) {
                known.add(parameter.flag());
                if (parameter.type() == Parameter.Type.FLAG) {
                    known.add("--no-" + parameter.flag().substring(2));
                }
            }
        }
        return new UsageException("no flag '" + flag.shown() + "'"
                + (task == null ? "" : " in task '" + task.name() + "'")
                + Words.suggestion("--" + flag.name(), known));
    }

    private static Object parse(Parameter parameter, String text) {
        try {
            return parameter.parse(text);
        } catch (TaskException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    private static Request request(Task task, Map<String, Object> values) {
        try {
            return Request.of(task, values);
        } catch (TaskException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }
}
