package jfab.control.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import jfab.control.task.Arity;
import jfab.control.task.Request;
import jfab.control.task.Task;
import jfab.control.task.TaskException;
import jfab.control.task.TaskParameter;

/** A task on the command line, with what has been read for it so far. */
final class TaskLine {
    private final Task task;
    private final Map<String, Object> values = new LinkedHashMap<>();

    TaskLine(Task task) {
        this.task = task;
    }

    Task task() {
        return task;
    }

    /** The parameter that the next word fills whatever the word is. */
    Optional<TaskParameter> missing() {
        return TaskParameter.positional(task.parameters()).stream()
                .filter(parameter -> parameter.required() && !values.containsKey(parameter.name()))
                .findFirst();
    }

    /** The parameter that the next word fills unless it is the name of a task. */
    Optional<TaskParameter> open() {
        return missing()
                .or(() -> TaskParameter.positional(task.parameters()).stream()
                        .filter(parameter -> parameter.takes() == Arity.VALUES || !values.containsKey(parameter.name()))
                        .findFirst());
    }

    /** The flag of this task that {@code token} names. */
    Optional<Flag> flag(FlagToken token) {
        for (TaskParameter parameter : task.parameters()) {
            if (parameter.takes().hasFlag() && names(parameter, token)) {
                return Optional.of(new Flag.OfTask(parameter, false));
            }
        }
        return task.parameters().stream()
                .filter(parameter -> parameter.takes() == Arity.NOTHING
                        && token.isLong()
                        && token.name().equals("no-" + parameter.word()))
                .findFirst()
                .map(parameter -> new Flag.OfTask(parameter, true));
    }

    private static boolean names(TaskParameter parameter, FlagToken token) {
        return token.isLong()
                ? token.name().equals(parameter.word())
                : parameter.letter() != null && token.name().equals(String.valueOf(parameter.letter()));
    }

    /** The flags that take a value and have none yet. */
    List<String> openFlags() {
        return task.parameters().stream()
                .filter(parameter -> parameter.takes() == Arity.VALUE || parameter.takes() == Arity.VALUES)
                .filter(parameter -> !values.containsKey(parameter.name()))
                .map(TaskParameter::flag)
                .toList();
    }

    /** All long flags of this task. */
    Set<String> flags() {
        Set<String> flags = new TreeSet<>();
        for (TaskParameter parameter : task.parameters()) {
            if (parameter.takes().hasFlag()) {
                flags.add(parameter.flag());
            }
            if (parameter.takes() == Arity.NOTHING) {
                flags.add("--no-" + parameter.word());
            }
        }
        return flags;
    }

    /** Reads {@code flag} and what belongs to it. */
    void read(Flag.OfTask flag, FlagToken token, Values values, TaskNames tasks) {
        TaskParameter parameter = flag.parameter();
        switch (flag.takes()) {
            case NOTHING -> put(parameter, (Object) !flag.negated());
            case COUNT -> count(parameter);
            case VALUE, VALUES -> put(parameter, values.of(token, where()));
            case OPTIONAL -> readOptional(parameter, token, values, tasks);
            case REMAINDER, FLAGS -> throw new IllegalStateException(parameter.name() + " has no flag");
        }
    }

    private void count(TaskParameter parameter) {
        Object before = values.getOrDefault(parameter.name(), parameter.value());
        put(parameter, (Object) (before instanceof Integer number ? number + 1 : 1));
    }

    /** A word that may be the value, and something else as well, is left to the user to decide. */
    private void readOptional(TaskParameter parameter, FlagToken token, Values values, TaskNames tasks) {
        Optional<String> ahead = token.value().isPresent() ? Optional.empty() : values.ahead();
        if (ahead.isPresent()
                && (missing().isPresent() || tasks.find(ahead.get()).isPresent())) {
            throw new UsageException(where() + "'" + ahead.get() + "' may be the value of " + token.shown() + " or "
                    + missing().map(TaskParameter::title).orElse("a task") + "; write " + parameter.flag() + "="
                    + ahead.get()
                    + " for the value, or " + parameter.flag() + "=true for none");
        }
        String value = token.value().or(values::next).orElse("true");
        if (value.equals("true")) {
            put(parameter, (Object) true);
        } else {
            put(parameter, value);
        }
    }

    /** Takes a value that was typed for {@code parameter}. */
    void put(TaskParameter parameter, String text) {
        try {
            put(parameter, parameter.parse(text));
        } catch (TaskException e) {
            throw new UsageException(where() + e.getMessage());
        }
    }

    private void put(TaskParameter parameter, Object value) {
        if (parameter.takes() == Arity.VALUES) {
            List<Object> several =
                    new ArrayList<>(values.get(parameter.name()) instanceof List<?> before ? before : List.of());
            several.add(value);
            values.put(parameter.name(), several);
        } else {
            values.put(parameter.name(), value);
        }
    }

    /** The parameter that gets the flags which this task does not have. */
    Optional<TaskParameter> unknownFlags() {
        return task.parameters().stream()
                .filter(parameter -> parameter.takes() == Arity.FLAGS)
                .findFirst();
    }

    /** Takes a flag that this task does not have, with the word behind it that is its value. */
    void pass(TaskParameter parameter, String flag, Optional<String> value) {
        List<Object> words =
                new ArrayList<>(values.get(parameter.name()) instanceof List<?> before ? before : List.of());
        words.add(flag);
        value.ifPresent(words::add);
        values.put(parameter.name(), words);
    }

    /** Hands what stands after {@code --} to the parameter that wants it, if there is one. */
    boolean takesRemainder(List<String> words) {
        Optional<TaskParameter> wanting = task.parameters().stream()
                .filter(parameter -> parameter.takes() == Arity.REMAINDER)
                .findFirst();
        wanting.ifPresent(parameter -> values.put(parameter.name(), words));
        return wanting.isPresent();
    }

    /**
     * What the user asked for.
     *
     * @throws UsageException when something is missing
     */
    Request request() {
        try {
            return Request.of(task, values);
        } catch (TaskException e) {
            throw new UsageException(e.getMessage());
        }
    }

    /** What a message about this part of the command line begins with. */
    String where() {
        return "task '" + task.name() + "': ";
    }
}
